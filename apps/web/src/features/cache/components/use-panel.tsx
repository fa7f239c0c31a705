'use client'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatBytes,
  monoColumn,
  numberColumn,
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

/** One cache on one node. Null: the node was unreachable, or its caches may not be listed. */
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
  column(
    'cache',
    'Cache',
    { minWidthPx: 120, hideable: false, sortValue: (row) => row.cache?.name },
    (row) =>
      row.cache ? (
        <span className="truncate font-mono text-xs" title={row.cache.path}>
          {row.cache.name}
        </span>
      ) : (
        <Unknown reason={row.note} />
      ),
  ),
  monoColumn('node', 'Node', { minWidthPx: 150, sorted: true }, (row) => row.node),
  column(
    'share',
    'Full',
    {
      minWidthPx: 130,
      sortValue: (row) => shareOf(row.cache?.sizeBytes, row.cache?.limitBytes),
      sortDescFirst: true,
    },
    (row) =>
      row.cache ? (
        <ProgressBar
          className="w-full [--color-accent:var(--color-cache)]"
          size="sm"
          label={`Cache ${row.cache.name} of ${row.node} filled`}
          share={shareOf(row.cache.sizeBytes, row.cache.limitBytes)}
          showPercent
        />
      ) : null,
  ),
  bytesColumn('size', 'Used', { minWidthPx: 88, sorted: true }, (row) => row.cache?.sizeBytes),
  bytesColumn('limit', 'Limit', { minWidthPx: 88, sorted: true }, (row) => row.cache?.limitBytes),
  countColumn(
    'segments',
    'Segments',
    {
      minWidthPx: 100,
      description: 'File segments. Each is a file on the local disk of the cache.',
      sorted: true,
    },
    (row) => row.cache?.segments,
  ),
  numberColumn('average', 'Mean segment', 116, (row) => {
    const { sizeBytes, segments } = row.cache ?? {}
    return sizeBytes == null || !segments ? (
      <span className="text-ink-3">—</span>
    ) : (
      formatBytes(sizeBytes / segments)
    )
  }),
  monoColumn('disks', 'Read by disks', 112, (row) => row.cache?.disks.join(', ')),
]

function dropColumn(cluster: string): DataColumn<Row> {
  return numberColumn('drop', 'Drop', { minWidthPx: 84, hideable: false }, ({ node, cache }) =>
    cache ? (
      <DropCache cluster={cluster} cache={cache.name} node={node} disabled={cache.sizeBytes === 0n} />
    ) : null,
  )
}
