'use client'
import {
  Bytes,
  Count,
  type DataColumn,
  DataTable,
  formatByteRate,
  formatDuration,
  formatPercent,
  monoColumn,
  numberColumn,
  Panel,
  Unknown,
} from '@frostline/ui'
import type { ReactNode } from 'react'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { CacheNode, useCaches } from '../hooks/use-caches.ts'

type Seen = NonNullable<CacheNode['seen']>

/** What each node has counted since its start. */
export function CountersPanel({ query }: { query: ReturnType<typeof useCaches> }) {
  return (
    <Panel
      title="Reads through the caches, since each server started"
      description="ClickHouse counts per node, not per cache. With several caches on a node, these are totals."
      flush
      minHeightPx={160}
      {...panelFromQuery(query, {
        task: 'read the counters of this cluster',
      })}
    >
      <DataTable
        label="Reads since start"
        columns={columns}
        rows={query.data?.data.byNode ?? []}
        getRowId={(row) => row.name}
      />
    </Panel>
  )
}

interface Figure {
  id: string
  header: string
  description: string
  value: (seen: Seen) => bigint | number | null
  show: (seen: Seen) => ReactNode
  minWidthPx?: number
}

function toColumn({ id, header, description, value, show, minWidthPx = 112 }: Figure): DataColumn<CacheNode> {
  return numberColumn(
    id,
    header,
    { minWidthPx, description, sortValue: (row) => (row.seen ? value(row.seen) : null) },
    (row) => (row.seen ? show(row.seen) : <Unknown {...(row.message ? { reason: row.message } : {})} />),
  )
}

const ratio = (share: number | null) =>
  share === null ? <span className="text-ink-3">no reads yet</span> : formatPercent(share)

const figures: readonly Figure[] = [
  {
    id: 'bytes',
    header: 'Hit ratio',
    description: 'Bytes from the cache, of all bytes read through it.',
    value: ({ counted }) => counted.byteHitRatio,
    show: ({ counted }) => ratio(counted.byteHitRatio),
  },
  {
    id: 'requests',
    header: 'By requests',
    description: 'Reads served from the cache, of all reads through it.',
    value: ({ counted }) => counted.requestHitRatio,
    show: ({ counted }) => ratio(counted.requestHitRatio),
  },
  {
    id: 'from-cache',
    header: 'From cache',
    description: 'Bytes read from the local disk instead of the store.',
    value: ({ counted }) => counted.fromCacheBytes,
    show: ({ counted }) => <Bytes value={counted.fromCacheBytes} />,
  },
  {
    id: 'from-store',
    header: 'From store',
    description: 'Bytes not in the cache.',
    value: ({ counted }) => counted.fromStoreBytes,
    show: ({ counted }) => <Bytes value={counted.fromStoreBytes} />,
  },
  {
    id: 'downloaded',
    header: 'Downloaded',
    description: 'Bytes written to the cache by reads, in the background, and by writes if enabled.',
    value: ({ counted }) => counted.downloadedBytes,
    show: ({ counted }) => <Bytes value={counted.downloadedBytes} />,
  },
  {
    id: 'evicted',
    header: 'Evicted',
    description: 'Bytes evicted to make room.',
    value: ({ counted }) => counted.evictedBytes,
    show: ({ counted }) => <Bytes value={counted.evictedBytes} />,
  },
  {
    id: 'evictions',
    header: 'Evictions',
    description: 'Segments evicted to make room.',
    value: ({ counted }) => counted.evictedSegments,
    show: ({ counted }) => <Count value={counted.evictedSegments} />,
  },
  {
    id: 'gets',
    header: 'GETs',
    description: 'Read requests to the store, with and without a cache.',
    value: ({ counted }) => counted.storeRequests,
    show: ({ counted }) => <Count value={counted.storeRequests} />,
  },
  {
    id: 'rate',
    header: 'Store speed',
    description:
      'Per stream, while filling a cache: bytes divided by the time that reads waited for the store.',
    value: ({ counted }) => counted.storeBytesPerSecond,
    show: ({ counted }) =>
      counted.storeBytesPerSecond === null ? (
        <span className="text-ink-3">no reads yet</span>
      ) : (
        formatByteRate(counted.storeBytesPerSecond)
      ),
  },
  {
    id: 'uptime',
    header: 'Uptime',
    description: 'Counters start here.',
    value: ({ uptimeSeconds }) => uptimeSeconds,
    show: ({ uptimeSeconds }) => formatDuration(uptimeSeconds * 1000),
  },
]

const columns: readonly DataColumn<CacheNode>[] = [
  monoColumn('node', 'Node', { minWidthPx: 170, hideable: false, sorted: true }, (row) => row.name),
  ...figures.map(toColumn),
]
