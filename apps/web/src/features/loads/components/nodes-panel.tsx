'use client'
import { Bytes, Count, type DataColumn, DataTable, formatDuration, Panel } from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useLoadProgress } from '../hooks/use-load.ts'
import { isActiveLoad, type LoadDetail } from '../load.ts'

/** What each node reads and writes at this moment. Nothing is asked of a load that is at rest. */
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
  {
    id: 'node',
    header: 'Node',
    minWidthPx: 180,
    hideable: false,
    cell: (row) => <span className="truncate font-mono text-xs">{row.node}</span>,
  },
  number('statements', 'Statements', (row) => <Count value={row.statements} />),
  number('read', 'Read', (row) => <Bytes value={row.readBytes} />),
  number('requests', 'GETs', (row) => <Count value={row.requests} />),
  number('rows', 'Rows read', (row) => <Count value={row.readRows} />),
  number('written', 'Rows written', (row) => <Count value={row.writtenRows} />),
  number('parts', 'Parts made', (row) => <Count value={row.stagedParts} />),
  number('staged', 'On disk', (row) => <Bytes value={row.stagedBytes} />),
  number('memory', 'Memory', (row) => <Bytes value={row.memoryBytes} />),
  number('elapsed', 'For', (row) => (row.statements === 0 ? '—' : formatDuration(row.elapsedMs))),
]

function number(id: string, header: string, cell: DataColumn<NodeRow>['cell']): DataColumn<NodeRow> {
  return { id, header, align: 'end', minWidthPx: 100, grow: 0, cell }
}
