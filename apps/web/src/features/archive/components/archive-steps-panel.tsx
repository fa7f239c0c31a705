'use client'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  formatCountOf,
  monoColumn,
  numberColumn,
  timeColumn,
} from '@frostline/ui'
import { LookPill } from '@/features/status/look-pill.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { type ArchiveDetail, type ArchiveStep, stepLooks } from '../archive.ts'
import { useArchiveSteps } from '../hooks/use-archives.ts'

/** Each partition of each shard with its proof. */
export function ArchiveStepsPanel({ archive }: { archive: ArchiveDetail }) {
  return (
    <PagedPanel
      title="Partitions"
      description="A checksum is of whole rows, equal in the table and in the files that were read back from the bucket."
      task="read the partitions of the archive"
      label="Partitions of the archive"
      query={useArchiveSteps(archive.id)}
      rowsOf={(page) => page.steps}
      columns={columns}
      serverSorted
      maxHeightPx={420}
      footer={(total) => formatCountOf(total, 'partition')}
    />
  )
}

const columns: readonly DataColumn<ArchiveStep>[] = [
  monoColumn('partition', 'Partition', { minWidthPx: 130, hideable: false }, (row) => row.partition),
  numberColumn('shard', 'Shard', 70, (row) => row.shard),
  column('state', 'State', { minWidthPx: 130, grow: 0 }, (row) => <LookPill look={stepLooks[row.state]} />),
  countColumn('rows', 'Rows', 110, (row) => row.rows),
  bytesColumn('bytes', 'On disk', 90, (row) => row.bytes),
  numberColumn('files', 'Files proved', 100, (row) => `${row.provedFiles} of ${row.files}`),
  bytesColumn('size', 'Files', 90, (row) => row.fileBytes),
  countColumn('late', 'Late rows', { minWidthPx: 90, none: '—' }, (row) => row.lateRows),
  monoColumn('checksum', 'Checksum', 170, (row) => row.checksum),
  timeColumn('proved', 'Proved', { minWidthPx: 100, none: '—' }, (row) => row.provedAt),
  column('note', 'Note', 220, (row) =>
    row.error === null ? null : (
      <span className="truncate text-xs" title={row.error}>
        {row.error}
      </span>
    ),
  ),
  monoColumn('from', 'Smallest key', { minWidthPx: 140, hiddenByDefault: true }, (row) => row.keyMin),
  monoColumn('to', 'Largest key', { minWidthPx: 140, hiddenByDefault: true }, (row) => row.keyMax),
  monoColumn('manifest', 'Manifest', { minWidthPx: 260, hiddenByDefault: true }, (row) => row.manifestKey),
]
