'use client'
import {
  bytesColumn,
  countColumn,
  type DataColumn,
  DataTable,
  formatDuration,
  monoColumn,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useLoadProgress } from '../hooks/use-load.ts'
import { isActiveLoad, type LoadDetail } from '../load.ts'

/** What each node reads and writes now. No query for a load that is not running. */
export function NodesPanel({ load }: { load: LoadDetail }) {
  const active = isActiveLoad(load)
  const query = useLoadProgress(load.id, active)
  if (!active) return null
  const rows = query.data?.data.nodes ?? []
  return (
    <Panel
      title="Running statements"
      description="From system.processes of each node, and the parts they have written that are not in the table yet."
      flush
      {...panelFromQuery(query, {
        task: 'read the nodes',
        empty: () =>
          rows.length > 0
            ? null
            : {
                title: 'No statements running',
                children: 'Nothing is read between batches and while partitions are published.',
                className: 'py-6',
              },
      })}
    >
      <DataTable label="Nodes" columns={columns} rows={rows} getRowId={(row) => row.node} />
    </Panel>
  )
}

interface NodeRow {
  node: string
  statements: number
  readBytes: bigint
  readRows: bigint
  writtenRows: bigint
  stagedParts: bigint
  stagedBytes: bigint
  memoryBytes: bigint
  requests: bigint
  elapsedMs: number
}

const columns: readonly DataColumn<NodeRow>[] = [
  monoColumn('node', 'Node', { minWidthPx: 180, hideable: false }, (row) => row.node),
  countColumn('statements', 'Statements', 100, (row) => row.statements),
  bytesColumn('read', 'Read', 100, (row) => row.readBytes),
  countColumn('requests', 'GETs', 100, (row) => row.requests),
  countColumn('rows', 'Rows read', 100, (row) => row.readRows),
  countColumn('written', 'Rows written', 100, (row) => row.writtenRows),
  countColumn('parts', 'Parts written', 100, (row) => row.stagedParts),
  bytesColumn('staged', 'On disk', 100, (row) => row.stagedBytes),
  bytesColumn('memory', 'Memory', 100, (row) => row.memoryBytes),
  numberColumn('elapsed', 'For', 100, (row) => (row.statements === 0 ? '—' : formatDuration(row.elapsedMs))),
]
