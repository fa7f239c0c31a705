'use client'
import { bytesColumn, countColumn, type DataColumn, EmptyPicture } from '@frostline/ui'
import { Archive, Cloud, Trash2 } from 'lucide-react'
import { requestedByColumn, startedColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { linkColumn } from '@/features/status/link-column.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { useRemovals } from '../hooks/use-removals.ts'
import { type RemovalSummary, removalLooks, sumHeld, sumOf } from '../removal.ts'

/** Removals of a cluster, or of one audit. */
export function RemovalsPanel({ of }: { of: { cluster: string } | { auditId: string } }) {
  return (
    <PagedPanel
      title="Removals"
      description="Orphans that were moved to quarantine, and deleted after a second check."
      task="read the removals"
      label="Removals"
      query={useRemovals(of)}
      rowsOf={(page) => page.removals}
      columns={columns}
      empty={{
        picture: (
          <EmptyPicture
            of={[
              [Cloud, 'cold'],
              [Archive, 'accent'],
              [Trash2, 'plain'],
            ]}
          />
        ),
        title: 'No removals',
        children:
          'Orphans of a finished audit go to quarantine first and can be restored. They are deleted after approval by a second person, or after a waiting period.',
      }}
    />
  )
}

const columns: readonly DataColumn<RemovalSummary>[] = [
  linkColumn('bucket', 'Bucket', { minWidthPx: 170, hideable: false }, (row) => ({
    href: routes.orphanRemoval(row.clusterSlug, row.id),
    text: row.bucket,
  })),
  stateColumn((row) => removalLooks[row.status]),
  countColumn('held', 'In quarantine', 110, (row) => sumHeld(row).objects),
  countColumn('deleted', 'Deleted', 90, (row) => sumOf(row, ['deleted']).objects),
  bytesColumn('freed', 'Freed', 90, (row) => sumOf(row, ['deleted']).bytes),
  requestedByColumn<RemovalSummary>(),
  startedColumn<RemovalSummary>(),
]
