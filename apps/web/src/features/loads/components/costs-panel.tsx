'use client'
import {
  Bytes,
  Count,
  countColumn,
  type DataColumn,
  DataTable,
  formatBytes,
  formatCountOf,
  formatDuration,
  formatPercent,
  monoColumn,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { observedEveryMs } from '@/trpc/use-observed-query.ts'
import { isActiveLoad, type LoadDetail } from '../load.ts'

type NodeCost = RouterOutputs['loads']['costs']['data']['nodes'][number]

/** How the rows of a finished load are distributed over the shards, and what reading them cost. */
export function CostsPanel({ load }: { load: LoadDetail }) {
  const trpc = useTRPC()
  const over = !isActiveLoad(load) && load.loadedRows > 0n
  const query = useQuery({
    ...trpc.loads.costs.queryOptions({ id: load.id }),
    enabled: over,
    refetchInterval: ({ state }) => (isFinal(state.data, load.finishedAt) ? false : observedEveryMs),
  })
  if (!over) return null
  const nodes = query.data?.data.nodes ?? []
  const rows = nodes.reduce((sum, node) => sum + node.rows, 0n)
  return (
    <Panel
      title="Work by node"
      description="Rows and parts are from the load history. The insert queue is current. The rest is from query_log of each node, for successful attempts."
      flush
      {...panelFromQuery(query, { task: 'read the work of the nodes' })}
    >
      <DataTable
        label="Work by node"
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

/** Nodes flush query_log every few seconds. */
const loggedAfterMs = 60_000

/** All nodes responded, queues are empty, and what no log has by then will not come. */
function isFinal(costs: RouterOutputs['loads']['costs'] | undefined, finishedAt: Date | null): boolean {
  if (!costs?.observedAt || !finishedAt) return false
  if (costs.observedAt.getTime() - finishedAt.getTime() < loggedAfterMs) return false
  if (costs.nodes.some(({ state }) => state !== 'ok')) return false
  return costs.data.nodes.every(({ queue }) => queue === null || queue.files === 0n)
}

function columnsOf(total: bigint, queues: boolean): readonly DataColumn<NodeCost>[] {
  const unknown = <span title="Not in query_log of the node, or no longer there.">unknown</span>
  return [
    monoColumn('node', 'Node', { minWidthPx: 180, hideable: false }, (row) => row.node),
    numberColumn('shard', 'Shard', 64, (row) => row.shard),
    countColumn('rows', 'Rows', 96, (row) => row.rows),
    numberColumn('share', 'Share', 80, (row) =>
      total === 0n ? '—' : formatPercent(Number(row.rows) / Number(total)),
    ),
    countColumn('parts', 'Parts written', 96, (row) => row.parts),
    ...(queues ? [numberColumn<NodeCost>('queue', 'Insert queue', 108, (row) => showQueue(row.queue))] : []),
    numberColumn('read', 'Read', 92, (row) =>
      row.readBytes === null ? unknown : <Bytes value={row.readBytes} />,
    ),
    numberColumn('requests', 'S3 requests', 104, (row) =>
      row.requests === null ? unknown : <Count value={row.requests} />,
    ),
    numberColumn('errors', 'S3 errors', 88, (row) =>
      row.storeErrors === null ? unknown : <Count value={row.storeErrors} />,
    ),
    numberColumn('cpu', 'CPU time', 92, (row) => (row.cpuMs === null ? unknown : formatDuration(row.cpuMs))),
    numberColumn('memory', 'Peak memory', 112, (row) =>
      row.peakMemoryBytes === null ? unknown : <Bytes value={row.peakMemoryBytes} />,
    ),
  ]
}

function showQueue(queue: NodeCost['queue']) {
  if (queue === null) return <span title="Unknown.">unknown</span>
  return queue.files === 0n ? (
    <span title="The Distributed table has sent all its rows from this node.">empty</span>
  ) : (
    <span title={`${formatBytes(queue.bytes)} queued by the Distributed table on this node, from any source`}>
      {formatCountOf(queue.files, 'file')}
    </span>
  )
}
