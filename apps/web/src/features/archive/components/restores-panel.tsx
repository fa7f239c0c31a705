'use client'
import { countColumn, type DataColumn } from '@frostline/ui'
import { Undo2 } from 'lucide-react'
import { requestedByColumn, startedColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { linkColumn } from '@/features/status/link-column.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { type RestoreSummary, restoreLooks } from '../archive.ts'
import { useRestores } from '../hooks/use-archives.ts'

/** Restores of a cluster, or of one archive. */
export function RestoresPanel({ of }: { of: { cluster: string } | { archiveId: string } }) {
  return (
    <PagedPanel
      title="Restores"
      description="Each brings partitions back exactly once and compares them with the manifest."
      task="read the restores"
      label="Restores"
      query={useRestores(of)}
      rowsOf={(page) => page.restores}
      columns={columns}
      minHeightPx={120}
      empty={{
        icon: <Undo2 />,
        title: 'No restores',
        children:
          'archiveId' in of
            ? 'Restore at the top of this page brings dropped partitions back.'
            : 'Open an archive and choose Restore.',
      }}
    />
  )
}

const columns: readonly DataColumn<RestoreSummary>[] = [
  linkColumn('table', 'Into', { minWidthPx: 180, hideable: false }, (row) => ({
    href: routes.archiveRestore(row.clusterSlug, row.id),
    text: `${row.database}.${row.table}`,
  })),
  stateColumn((row) => restoreLooks[row.status]),
  countColumn('partitions', 'Partitions', 100, (row) => row.partitions),
  countColumn('proved', 'Compared', 100, (row) => row.provedPartitions),
  countColumn('rows', 'Rows', 110, (row) => row.rows),
  requestedByColumn<RestoreSummary>(),
  startedColumn<RestoreSummary>(),
]
