'use client'
import { column, countColumn, type DataColumn, DataTable, monoColumn, Panel, timeColumn } from '@frostline/ui'
import { LookPill } from '@/features/status/look-pill.tsx'
import { type AuditDetail, lookOfNode } from '../bucket-audit.ts'

type Replica = AuditDetail['nodes'][number]

/** The replicas: one that does not answer prevents a conclusion. */
export function ReplicasPanel({ audit }: { audit: AuditDetail }) {
  return (
    <Panel
      title="Replicas"
      description="All replicas of all clusters, because any of them may need an object."
      flush
    >
      <DataTable
        label="Replicas"
        columns={columnsOf(audit)}
        rows={audit.nodes}
        getRowId={(row) => `${row.clusterName} ${row.nodeName}`}
        maxHeightPx={320}
      />
    </Panel>
  )
}

const columnsOf = (audit: AuditDetail): readonly DataColumn<Replica>[] => [
  monoColumn('node', 'Replica', { minWidthPx: 160, hideable: false }, (row) => row.nodeName),
  column('cluster', 'Cluster', 110, (row) => <span className="truncate">{row.clusterName}</span>),
  column('state', 'State', { minWidthPx: 110, grow: 0 }, (row) => <LookPill look={lookOfNode(audit, row)} />),
  monoColumn('disks', 'Disks in the bucket', 150, (row) => row.disks.join(', ') || 'none'),
  countColumn('files', 'Files', 90, (row) => row.files),
  timeColumn(
    'work',
    'Oldest running work',
    {
      minWidthPx: 140,
      description: 'Start of the oldest statement, merge or move that was running when the replica was read.',
      none: 'none',
    },
    (row) => row.oldestWorkAt,
  ),
  column('error', 'Note', 180, (row) =>
    row.error === null ? null : (
      <span className="truncate text-xs" title={row.error}>
        {row.error}
      </span>
    ),
  ),
]
