'use client'
import {
  Bytes,
  Count,
  type DataColumn,
  DataTable,
  formatBytes,
  Panel,
  ProgressBar,
  shareOf,
  Unknown,
} from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { CacheNode, useCaches } from '../hooks/use-caches.ts'
import { DropCache } from './drop-cache.tsx'

type Cache = NonNullable<NonNullable<CacheNode['seen']>['caches']>[number]

/** One cache on one node. Null: the node could not be looked at, or its caches may not be listed. */
interface Row {
  node: string
  cache: Cache | null
  /** Why there is no cache to show. */
  note: string
}

/** How full each cache of each node is. */
export function UsePanel({ cluster, query }: { cluster: string; query: ReturnType<typeof useCaches> }) {
  const operator = useRoleAllows('operator')
  const nodes = query.data?.data.byNode ?? []
  const rows = nodes.flatMap(toRows)
  return (
    <Panel
      title="Caches"
      flush
      minHeightPx={160}
      {...panelFromQuery(query, {
        task: 'read the caches of this cluster',
        empty: () =>
          rows.length > 0
            ? null
            : {
                title: 'No filesystem caches',
                children:
                  'Every read from object storage goes to the store. Add a disk of type cache to the storage policy to keep copies on a local disk.',
              },
      })}
    >
      <DataTable
        label="Caches"
        columns={operator ? [...columns, dropColumn(cluster)] : columns}
        rows={rows}
        getRowId={(row) => JSON.stringify([row.node, row.cache?.name ?? null])}
      />
    </Panel>
  )
}

function toRows({ name, message, seen }: CacheNode): Row[] {
  if (!seen) return [{ node: name, cache: null, note: message ?? 'The node did not respond.' }]
  if (!seen.caches)
    return [
      { node: name, cache: null, note: 'The console’s user is not allowed to list the caches of this node.' },
    ]
  return seen.caches.map((cache) => ({ node: name, cache, note: '' }))
}

const columns: readonly DataColumn<Row>[] = [
  {
    id: 'cache',
    header: 'Cache',
    minWidthPx: 120,
    hideable: false,
    sortValue: (row) => row.cache?.name,
    cell: (row) =>
      row.cache ? (
        <span className="truncate font-mono text-xs" title={row.cache.path}>
          {row.cache.name}
        </span>
      ) : (
        <Unknown reason={row.note} />
      ),
  },
  {
    id: 'node',
    header: 'Node',
    minWidthPx: 150,
    sortValue: (row) => row.node,
    cell: (row) => <span className="truncate font-mono text-xs">{row.node}</span>,
  },
  {
    id: 'share',
    header: 'Full',
    minWidthPx: 130,
    sortDescFirst: true,
    sortValue: (row) => shareOf(row.cache?.sizeBytes, row.cache?.limitBytes),
    cell: (row) =>
      row.cache ? (
        <ProgressBar
          className="w-full [--color-accent:var(--color-cache)]"
          size="sm"
          label={`Cache ${row.cache.name} of ${row.node} filled`}
          share={shareOf(row.cache.sizeBytes, row.cache.limitBytes)}
          showPercent
        />
      ) : null,
  },
  {
    id: 'size',
    header: 'Holds',
    align: 'end',
    minWidthPx: 88,
    grow: 0,
    sortDescFirst: true,
    sortValue: (row) => row.cache?.sizeBytes,
    cell: (row) => <Bytes value={row.cache?.sizeBytes} />,
  },
  {
    id: 'limit',
    header: 'Limit',
    align: 'end',
    minWidthPx: 88,
    grow: 0,
    sortDescFirst: true,
    sortValue: (row) => row.cache?.limitBytes,
    cell: (row) => <Bytes value={row.cache?.limitBytes} />,
  },
  {
    id: 'segments',
    header: 'Segments',
    description: 'File segments. Each is a file on the local disk of the cache.',
    align: 'end',
    minWidthPx: 100,
    grow: 0,
    sortDescFirst: true,
    sortValue: (row) => row.cache?.segments,
    cell: (row) => <Count value={row.cache?.segments} />,
  },
  {
    id: 'average',
    header: 'Mean segment',
    align: 'end',
    minWidthPx: 116,
    grow: 0,
    cell: (row) => {
      const { sizeBytes, segments } = row.cache ?? {}
      return sizeBytes == null || !segments ? (
        <span className="text-ink-3">—</span>
      ) : (
        formatBytes(sizeBytes / segments)
      )
    },
  },
  {
    id: 'disks',
    header: 'Read by disks',
    minWidthPx: 112,
    cell: (row) => <span className="truncate font-mono text-xs">{row.cache?.disks.join(', ')}</span>,
  },
]

function dropColumn(cluster: string): DataColumn<Row> {
  return {
    id: 'drop',
    header: 'Drop',
    align: 'end',
    minWidthPx: 84,
    grow: 0,
    hideable: false,
    cell: ({ node, cache }) =>
      cache ? (
        <DropCache cluster={cluster} cache={cache.name} node={node} disabled={cache.sizeBytes === 0n} />
      ) : null,
  }
}
