'use client'
import {
  buttonClasses,
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  EmptyPicture,
  ProgressBar,
  RelativeTime,
} from '@frostline/ui'
import { Archive, Database, FileBox } from 'lucide-react'
import Link from 'next/link'
import { requestedByColumn, startedColumn } from '@/features/run/run-columns.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { linkColumn } from '@/features/status/link-column.tsx'
import { look } from '@/features/status/look.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { type ArchiveSummary, allStates, archiveLook, isActive, shareOf, sumOf } from '../archive.ts'
import { useArchives } from '../hooks/use-archives.ts'
import { SchedulesPanel } from '../schedules/schedules-panel.tsx'
import { RestoresPanel } from './restores-panel.tsx'

/** Archives of a cluster and their restores. */
export function ArchivesPage({ cluster }: { cluster: string }) {
  return (
    <>
      <PageHeader
        title="Archives"
        description="Old partitions as Parquet or Native files of a source, proved and then dropped from ClickHouse. They can be restored at any time."
        actions={
          <Link href={routes.tables(cluster)} className={buttonClasses()}>
            Choose a table
          </Link>
        }
      />
      <div className="flex flex-col gap-4">
        <PagedPanel
          title="All archives"
          task="read the archives"
          label="Archives"
          query={useArchives(cluster)}
          rowsOf={(page) => page.archives}
          columns={columns}
          empty={{
            picture: (
              <EmptyPicture
                of={[
                  [Database, 'hot'],
                  [Archive, 'accent'],
                  [FileBox, 'cold'],
                ]}
              />
            ),
            title: 'No archives',
            children:
              'Open a table and choose Archive. Files are written to a source and read back before anything leaves the table.',
          }}
        />
        <SchedulesPanel cluster={cluster} />
        <RestoresPanel of={{ cluster }} />
      </div>
    </>
  )
}

const columns: readonly DataColumn<ArchiveSummary>[] = [
  linkColumn('table', 'Table', { minWidthPx: 180, hideable: false }, (row) => ({
    href: routes.archive(row.clusterSlug, row.id),
    text: `${row.database}.${row.table}`,
  })),
  column('state', 'State', { minWidthPx: 150, grow: 0 }, (row) => <LookPill look={archiveLook(row)} />),
  column('progress', 'Progress', { minWidthPx: 120, grow: 0 }, (row) =>
    isActive(row) ? <ProgressBar label="Progress" share={shareOf(row)} /> : null,
  ),
  countColumn('partitions', 'Partitions', 100, (row) => sumOf(row, allStates).partitions),
  countColumn('rows', 'Rows', 110, (row) => sumOf(row, allStates).rows),
  bytesColumn('files', 'Files', 90, (row) => row.fileBytes),
  bytesColumn('freed', 'Freed', 90, (row) => sumOf(row, ['dropped']).bytes),
  column('kept', 'Files until', { minWidthPx: 120, grow: 0 }, (row) =>
    row.hold ? (
      <LookPill look={look('warn', 'legal hold', row.hold.reason)} />
    ) : row.expiresAt ? (
      <RelativeTime at={row.expiresAt} />
    ) : (
      '—'
    ),
  ),
  requestedByColumn<ArchiveSummary>(),
  startedColumn<ArchiveSummary>(),
]
