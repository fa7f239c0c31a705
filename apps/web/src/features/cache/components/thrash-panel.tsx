'use client'
import {
  Button,
  Bytes,
  bytesColumn,
  column,
  type DataColumn,
  DataTable,
  formatBytes,
  formatCountOf,
  formatDuration,
  formatPercent,
  monoColumn,
  numberColumn,
  Panel,
  shareOf,
} from '@frostline/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import { type Look, look } from '@/features/status/look.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

/** Whether caches evict data that is read again, and the size they would need. */
export function ThrashPanel({ cluster }: { cluster: string }) {
  const [log, setLog] = useState(false)
  const query = useThrash(cluster, log)
  const rows = query.data?.data.byNode ?? []
  return (
    <Panel
      title="Thrashing"
      description="Last 24 hours, by worker samples. Only the log of a node shows whether the same data was downloaded again."
      flush
      minHeightPx={160}
      {...panelFromQuery(query, { task: 'check the caches for thrashing' })}
      actions={
        log ? undefined : (
          <Button size="sm" icon={<FileSearch aria-hidden />} onClick={() => setLog(true)}>
            Read the cache logs
          </Button>
        )
      }
      footer={log && query.data && !query.isPlaceholderData ? <Blind rows={rows} /> : undefined}
    >
      <DataTable label="Thrashing by node" columns={columns} rows={rows} getRowId={(row) => row.node} />
      <ul className="flex flex-col gap-1 px-4 py-3 text-sm empty:hidden">
        {rows.map((row) => {
          const advice = advise(row)
          return advice === null ? null : (
            <li key={row.node} className="break-words">
              <span className="font-mono text-xs">{row.node}</span>: {advice}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function advise({ verdict, suggestedBytes, log, counts }: ThrashNode): string | null {
  switch (verdict) {
    case 'thrashing':
      return `${formatBytes(log?.againBytes)} of ${formatBytes(log?.downloadedBytes)} were downloaded again, after an earlier query had downloaded them. ${
        suggestedBytes === null
          ? 'The requested data would fit. Something else evicts it.'
          : `A limit of ${formatBytes(suggestedBytes)} instead of ${formatBytes(counts?.limitBytes)} would hold all data requested in the log (${formatBytes(log?.workingSetBytes)}) plus 20%.`
      }`
    case 'scanning':
      return 'Most evictions are for data that is read once. A larger cache would not help. Let such queries bypass the cache (enable_filesystem_cache = 0).'
    case 'suspect':
      return log === null
        ? 'Many evictions, and most reads miss. Only the log shows whether the same data is read again.'
        : 'Many evictions, and most reads miss. Too few queries are logged to tell why.'
    default:
      return null
  }
}

function Blind({ rows }: { rows: readonly ThrashNode[] }) {
  const queries = rows.reduce((sum, { log }) => sum + (log?.queries ?? 0n), 0n)
  const without = rows.filter(({ logState }) => logState === 'none' || logState === 'empty')
  const away = rows.filter(({ logState }) => logState === 'away')
  return (
    <span role="status">
      {`The logs cover ${formatCountOf(queries, 'query', 'queries')} with enable_filesystem_cache_log = 1. Other queries, and evictions for them, are not included.`}
      {without.length > 0
        ? ` No log for this time range: ${without.map(({ node }) => node).join(', ')}.`
        : ''}
      {away.length > 0 ? ` Not responding: ${away.map(({ node }) => node).join(', ')}.` : ''}
    </span>
  )
}

const looks: Record<ThrashNode['verdict'], Look> = {
  unknown: look('neutral', 'unknown', 'No samples in this time range.'),
  calm: look('ok', 'calm', 'Less than a tenth of the limit was evicted.'),
  'turning-over': {
    ...{ tone: 'ok', word: 'high turnover', live: false },
    meaning: 'Many evictions, but 90% of bytes are still served from the cache.',
  },
  scanning: look('warn', 'scanning', 'New data each time, according to the log.'),
  suspect: look('warn', 'suspect', 'Many evictions, and most reads miss.'),
  thrashing: look('danger', 'thrashing', 'The same data again, according to the log.'),
}

const columns: readonly DataColumn<ThrashNode>[] = [
  monoColumn('node', 'Node', { minWidthPx: 150, hideable: false }, (row) => row.node),
  column('verdict', 'Verdict', { minWidthPx: 130, grow: 0 }, (row) => <LookPill look={looks[row.verdict]} />),
  numberColumn(
    'turnover',
    'Replaced every',
    { minWidthPx: 124, description: 'Time in which the cache replaces all its data.' },
    (row) => (row.turnoverMs === null ? '—' : formatDuration(row.turnoverMs)),
  ),
  numberColumn('ratio', 'Hit ratio', 90, (row) =>
    row.byteHitRatio === null ? '—' : formatPercent(row.byteHitRatio),
  ),
  bytesColumn('downloaded', 'Downloaded', 104, (row) => row.counts?.downloadedBytes),
  bytesColumn('evicted', 'Evicted', 90, (row) => row.counts?.evictedBytes),
  numberColumn(
    'again',
    'Downloaded again',
    { minWidthPx: 140, description: 'From the log: bytes that an earlier query had already downloaded.' },
    (row) => (row.log ? formatPercent(shareOf(row.log.againBytes, row.log.downloadedBytes)) : '—'),
  ),
  numberColumn(
    'working-set',
    'Requested',
    { minWidthPx: 96, description: 'From the log: each range counted once.' },
    (row) => (row.log ? <Bytes value={row.log.workingSetBytes} /> : '—'),
  ),
]

type ThrashNode = RouterOutputs['caches']['thrash']['data']['byNode'][number]

/** From the worker's samples. @param log also reads each node's log, which may be large: on request. */
function useThrash(cluster: string, log: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.caches.thrash.queryOptions({ cluster, hours: 24, log }),
    staleTime: log ? Number.POSITIVE_INFINITY : 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
