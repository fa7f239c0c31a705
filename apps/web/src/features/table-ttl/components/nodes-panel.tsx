'use client'
import {
  Badge,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  monoColumn,
  Panel,
  StatusPill,
} from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { TableTtlQuery } from '../hooks/use-table-ttl.ts'
import type { TableTtl } from '../table-ttl.ts'

type NodeRow = TableTtl['data']['nodes'][number] & { ttl: string; differs: boolean }

const columns: readonly DataColumn<NodeRow>[] = [
  monoColumn('node', 'Node', { minWidthPx: 170, grow: 0, sorted: true }, ({ node }) => node),
  column('ttl', 'TTL', 240, ({ ttl, differs }) => (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-mono text-xs" title={ttl}>
        {ttl || 'none'}
      </span>
      {differs ? <Badge tone="warn">differs</Badge> : null}
    </span>
  )),
  column(
    'state',
    'Materializing',
    { minWidthPx: 130, grow: 0, description: 'Parts that a MATERIALIZE TTL mutation has left to rewrite.' },
    ({ materializing }) =>
      materializing === null ? (
        <span className="text-ink-3 text-xs">no</span>
      ) : (
        <StatusPill tone="accent" live>
          {`${materializing} parts left`}
        </StatusPill>
      ),
  ),
  countColumn('parts', 'Parts', { minWidthPx: 80, sorted: true }, ({ parts }) => parts),
  countColumn(
    'blind',
    'No TTL info',
    {
      minWidthPx: 110,
      description: 'Parts without TTL information. The server never moves them by itself.',
      sorted: true,
    },
    ({ partsWithoutInformation }) => partsWithoutInformation,
  ),
]

/** The current TTL of each node. Different ones mean a half-applied change, or one made outside the console. */
export function NodesPanel({ query }: { query: TableTtlQuery }) {
  const ttl = query.data?.data
  const forms = ttl?.forms ?? []
  const rows = (ttl?.nodes ?? []).map((node) => {
    const form = forms.findIndex(({ nodes }) => nodes.includes(node.node))
    return { ...node, ttl: forms[form]?.ttl ?? '', differs: form > 0 }
  })
  return (
    <Panel
      title="On the nodes"
      description={
        forms.length > 1
          ? 'The nodes have different TTLs. Apply it again to finish. Nodes that have it are skipped.'
          : undefined
      }
      flush
      {...panelFromQuery(query, { task: 'read the TTL' })}
    >
      <DataTable
        label="TTL by node"
        columns={columns}
        rows={rows}
        getRowId={({ node }) => node}
        maxHeightPx={280}
      />
    </Panel>
  )
}
