import { Badge, Count, type DataColumn, DataTable, Panel, type PanelProps, RelativeTime } from '@frostline/ui'
import type { NodeDetail, NodeFigures } from '../hooks/use-nodes.ts'

type ErrorRow = NodeFigures['errors'][number]
type Props = Omit<PanelProps, 'title' | 'children'> & { node: NodeDetail | undefined }

/** system.errors: counted since the server started, each with its last message. */
export function ErrorsPanel({ node, ...panel }: Props) {
  return (
    <Panel
      title="Errors since the server started"
      description="Of all queries by all users, latest first. Includes syntax errors."
      flush
      minHeightPx={120}
      {...panel}
    >
      <DataTable
        label="Errors"
        columns={columns}
        rows={node?.figures?.errors ?? []}
        getRowId={(row) => `${row.code} ${row.remote}`}
        maxHeightPx={400}
        empty={<p className="p-4 text-ink-3 text-sm">No errors since the server started.</p>}
      />
    </Panel>
  )
}

const columns: readonly DataColumn<ErrorRow>[] = [
  {
    id: 'name',
    header: 'Error',
    minWidthPx: 220,
    hideable: false,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="truncate font-mono text-xs" title={row.name}>
          {row.name}
        </span>
        {row.remote ? <Badge title="Reported by another node.">from a peer</Badge> : null}
      </span>
    ),
    sortValue: (row) => row.name,
  },
  {
    id: 'code',
    header: 'Code',
    align: 'end',
    minWidthPx: 80,
    grow: 0,
    cell: (row) => row.code,
    sortValue: (row) => row.code,
  },
  {
    id: 'count',
    header: 'Times',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => <Count value={row.count} />,
    sortValue: (row) => row.count,
    sortDescFirst: true,
  },
  {
    id: 'last',
    header: 'Last',
    align: 'end',
    minWidthPx: 100,
    grow: 0,
    cell: (row) => <RelativeTime at={row.lastAt} />,
    sortValue: (row) => row.lastAt,
    sortDescFirst: true,
  },
  {
    id: 'message',
    header: 'Last message',
    minWidthPx: 320,
    grow: 3,
    cell: (row) => (
      <span className="truncate text-xs" title={row.lastMessage}>
        {row.lastMessage}
      </span>
    ),
  },
]
