'use client'
import {
  Bytes,
  Count,
  type DataColumn,
  DataTable,
  formatBytes,
  formatCountOf,
  formatDuration,
  formatPercent,
  Panel,
} from '@frostline/ui'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'
import { isActiveLoad, type LoadDetail } from '../load.ts'

type NodeCost = RouterOutputs['loads']['costs']['data']['nodes'][number]

/** How the rows of a load that is over lie on the shards, and what reading them took. */
export function CostsPanel({ load }: { load: LoadDetail }) {
  const trpc = useTRPC()
  const over = !isActiveLoad(load) && load.loadedRows > 0n
  const query = useObservedQuery({ ...trpc.loads.costs.queryOptions({ id: load.id }), enabled: over })
  if (!over) return null
  const nodes = query.data?.data.nodes ?? []
  const rows = nodes.reduce((sum, node) => sum + node.rows, 0n)
  return (
    <Panel
      title="What each node did"
      description="Rows and parts from the ledger of the load; the insert queue as it is now; the rest from query_log of each node, for attempts that succeeded."
      flush
      {...panelFromQuery(query, { task: 'ask the nodes what they did' })}
    >
      <DataTable
        label="What each node did"
        columns={columnsOf(
          rows,
          nodes.some(({ queue }) => queue !== null),
        )}
        rows={nodes}
        getRowId={(row) => row.node}
      />
    </Panel>
  )
}

function columnsOf(total: bigint, queues: boolean): readonly DataColumn<NodeCost>[] {
  const unknown = <span title="query_log of the node does not have it (any more).">unknown</span>
  return [
    {
      id: 'node',
      header: 'Node',
      minWidthPx: 180,
      hideable: false,
      cell: (row) => <span className="truncate font-mono text-xs">{row.node}</span>,
    },
    number('shard', 'Shard', 64, (row) => row.shard),
    number('rows', 'Rows', 96, (row) => <Count value={row.rows} />),
    number('share', 'Share', 80, (row) =>
      total === 0n ? '—' : formatPercent(Number(row.rows) / Number(total)),
    ),
    number('parts', 'Parts made', 96, (row) => <Count value={row.parts} />),
    ...(queues ? [number('queue', 'Insert queue', 108, (row) => showQueue(row.queue))] : []),
    number('read', 'Read', 92, (row) => (row.readBytes === null ? unknown : <Bytes value={row.readBytes} />)),
    number('requests', 'S3 requests', 104, (row) =>
      row.requests === null ? unknown : <Count value={row.requests} />,
    ),
    number('errors', 'S3 errors', 88, (row) =>
      row.storeErrors === null ? unknown : <Count value={row.storeErrors} />,
    ),
    number('cpu', 'CPU time', 92, (row) => (row.cpuMs === null ? unknown : formatDuration(row.cpuMs))),
    number('memory', 'Peak memory', 112, (row) =>
      row.peakMemoryBytes === null ? unknown : <Bytes value={row.peakMemoryBytes} />,
    ),
  ]
}

function number(
  id: string,
  header: string,
  minWidthPx: number,
  cell: DataColumn<NodeCost>['cell'],
): DataColumn<NodeCost> {
  return { id, header, align: 'end', minWidthPx, grow: 0, cell }
}

function showQueue(queue: NodeCost['queue']) {
  if (queue === null) return <span title="The node did not tell.">unknown</span>
  return queue.files === 0n ? (
    <span title="The Distributed table has sent on all that it has taken on this node.">empty</span>
  ) : (
    <span
      title={`${formatBytes(queue.bytes)} that the Distributed table has taken on this node, from whomever, and not sent on`}
    >
      {formatCountOf(queue.files, 'file')}
    </span>
  )
}
