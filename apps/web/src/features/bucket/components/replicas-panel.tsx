'use client'
import { Count, type DataColumn, DataTable, Panel, RelativeTime } from '@frostline/ui'
import { LookPill } from '@/features/status/look-pill.tsx'
import { type AuditDetail, isActiveAudit, nodeLooks } from '../bucket-audit.ts'

type Replica = AuditDetail['nodes'][number]

/** Who was asked: one that is silent keeps the audit from a conclusion. */
export function ReplicasPanel({ audit }: { audit: AuditDetail }) {
  return (
    <Panel
      title="Replicas"
      description="All replicas of all clusters, because any of them may need an object."
      flush
    >
      <DataTable
        label="Replicas"
        columns={columns}
        rows={isActiveAudit(audit) ? audit.nodes : audit.nodes.map(asEnded)}
        getRowId={(row) => `${row.clusterName} ${row.nodeName}`}
        maxHeightPx={320}
      />
    </Panel>
  )
}

/** When the audit has ended, nobody reads it any more. */
const asEnded = (node: Replica): Replica =>
  node.status === 'reading' || node.status === 'waiting' ? { ...node, status: 'failed' } : node

const columns: readonly DataColumn<Replica>[] = [
  {
    id: 'node',
    header: 'Replica',
    minWidthPx: 160,
    hideable: false,
    cell: (row) => <span className="truncate font-mono text-xs">{row.nodeName}</span>,
  },
  {
    id: 'cluster',
    header: 'Cluster',
    minWidthPx: 110,
    cell: (row) => <span className="truncate">{row.clusterName}</span>,
  },
  {
    id: 'state',
    header: 'State',
    minWidthPx: 110,
    grow: 0,
    cell: (row) => <LookPill look={nodeLooks[row.status]} />,
  },
  {
    id: 'disks',
    header: 'Disks in the bucket',
    minWidthPx: 150,
    cell: (row) => <span className="truncate font-mono text-xs">{row.disks.join(', ') || 'none'}</span>,
  },
  {
    id: 'files',
    header: 'Files',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => <Count value={row.files} />,
  },
  {
    id: 'work',
    header: 'Oldest work then',
    description: 'Start of the oldest statement, merge or move that was running when the replica was read.',
    align: 'end',
    minWidthPx: 140,
    grow: 0,
    cell: (row) => (row.oldestWorkAt ? <RelativeTime at={row.oldestWorkAt} /> : 'none'),
  },
  {
    id: 'error',
    header: 'Note',
    minWidthPx: 180,
    cell: (row) =>
      row.error === null ? null : (
        <span className="truncate text-xs" title={row.error}>
          {row.error}
        </span>
      ),
  },
]
