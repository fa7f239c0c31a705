import {
  Badge,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  numberColumn,
  Panel,
  type PanelProps,
  timeColumn,
} from '@frostline/ui'
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
  column('name', 'Error', { minWidthPx: 220, hideable: false, sortValue: (row) => row.name }, (row) => (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="truncate font-mono text-xs" title={row.name}>
        {row.name}
      </span>
      {row.remote ? <Badge title="Reported by another node.">from a peer</Badge> : null}
    </span>
  )),
  numberColumn('code', 'Code', { minWidthPx: 80, sortValue: (row) => row.code }, (row) => row.code),
  countColumn('count', 'Times', { minWidthPx: 90, sorted: true }, (row) => row.count),
  timeColumn('last', 'Last', { minWidthPx: 100, sorted: true }, (row) => row.lastAt),
  column('message', 'Last message', { minWidthPx: 320, grow: 3 }, (row) => (
    <span className="truncate text-xs" title={row.lastMessage}>
      {row.lastMessage}
    </span>
  )),
]
