import { DataTable, Panel, type PanelProps } from '@frostline/ui'
import type { NodeDetail } from '../hooks/use-nodes.ts'
import { listMoves, mergeColumns, moveColumns } from './work-columns.tsx'

type Props = Omit<PanelProps, 'title' | 'children'> & { cluster: string; node: NodeDetail | undefined }

/** Moves of parts: running ones first, then those of the last day. */
export function MovesPanel({ cluster, node, ...panel }: Props) {
  const recent = node?.more?.recentMoves
  return (
    <Panel
      title="Moves"
      description="Running, and finished in the last 24 hours."
      flush
      minHeightPx={120}
      {...panel}
      footer={recent === null ? 'This node has no part_log, so finished moves are unknown.' : undefined}
    >
      <DataTable
        label="Moves"
        columns={moveColumns(cluster)}
        rows={listMoves(node?.figures?.runningMoves ?? [], recent ?? [])}
        getRowId={(row) => row.id}
        maxHeightPx={360}
        empty={<Quiet>No parts are moving. None have moved in the last 24 hours.</Quiet>}
      />
    </Panel>
  )
}

export function MergesPanel({ cluster, node, ...panel }: Props) {
  return (
    <Panel title="Merges and part mutations running" flush minHeightPx={80} {...panel}>
      <DataTable
        label="Merges"
        columns={mergeColumns(cluster)}
        rows={node?.figures?.runningMerges ?? []}
        getRowId={(row) => `${row.database} ${row.table} ${row.resultPart}`}
        maxHeightPx={360}
        empty={<Quiet>No merges running.</Quiet>}
      />
    </Panel>
  )
}

function Quiet({ children }: { children: string }) {
  return <p className="p-4 text-ink-3 text-sm">{children}</p>
}
