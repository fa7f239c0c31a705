'use client'
import { nameStorageClass, needsRetrieval } from '@frostline/domain'
import {
  Button,
  column,
  type DataColumn,
  DataTable,
  formatBytes,
  formatCountOf,
  monoColumn,
  Panel,
  RelativeTime,
} from '@frostline/ui'
import { ScanSearch } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { look } from '@/features/status/look.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import type { ArchiveDetail } from '../archive.ts'
import { useArchiveActions } from '../hooks/use-archives.ts'

/** Whether the bucket has the files as they were proved. */
export function FilesPanel({ archive }: { archive: ArchiveDetail }) {
  const { id, faults, faultCount, comparedAt, compareError, classes, storageNote } = archive
  const { compare } = useArchiveActions()
  const mayCompare = useRoleAllows('operator')
  return (
    <Panel
      title="Files in the bucket"
      description="Size and ETag of each file and manifest, compared every six hours. A difference is an alert."
      flush
      actions={
        mayCompare ? (
          <Button
            size="sm"
            icon={<ScanSearch aria-hidden />}
            busy={compare.isPending}
            onClick={() => compare.mutate({ id })}
          >
            Compare now
          </Button>
        ) : undefined
      }
    >
      <p role="status" className="break-words p-4 text-sm">
        {comparedAt === null ? (
          'Not compared since the proof.'
        ) : faultCount === 0 ? (
          <>
            All files are as they were proved. Compared <RelativeTime at={comparedAt} />.
          </>
        ) : (
          <>
            {formatCountOf(faultCount, 'file')} differ from the proof. Compared{' '}
            <RelativeTime at={comparedAt} />. Bring them back from a version or a copy of the bucket, then
            compare again.
          </>
        )}
        {compareError === null ? null : (
          <span className="text-danger-ink"> The last comparison was not possible: {compareError}</span>
        )}
      </p>
      {classes.some(({ storageClass }) => storageClass !== null) ? (
        <ul aria-label="Storage classes" className="flex flex-wrap gap-x-6 gap-y-1 px-4 pb-4 text-sm">
          {classes.map(({ storageClass, files, bytes }) => (
            <li key={storageClass}>
              {storageClass === null ? 'Not seen yet' : nameStorageClass(storageClass)}:{' '}
              {formatCountOf(files, 'file')}, {formatBytes(bytes)}
              {storageClass !== null && needsRetrieval(storageClass)
                ? '. They are retrieved before they can be read'
                : ''}
            </li>
          ))}
        </ul>
      ) : null}
      {storageNote === null ? null : (
        <p className="break-words px-4 pb-4 text-sm text-warn-ink">{storageNote}</p>
      )}
      {faults.length > 0 ? (
        <DataTable
          label="Files that differ"
          columns={columns}
          rows={faults}
          getRowId={({ key }) => key}
          maxHeightPx={280}
        />
      ) : null}
    </Panel>
  )
}

type Fault = ArchiveDetail['faults'][number]
const looks = {
  missing: look('danger', 'missing', 'The bucket does not have the file.'),
  changed: look('danger', 'changed', 'The file has other content than the proved one.'),
}
const columns: readonly DataColumn<Fault>[] = [
  column('kind', 'State', { minWidthPx: 110, grow: 0, hideable: false }, (row) => (
    <LookPill look={looks[row.kind]} />
  )),
  monoColumn('partition', 'Partition', 120, (row) => row.partition),
  monoColumn('key', 'File', { minWidthPx: 320, grow: 3 }, (row) => row.key),
]
