'use client'
import { isOpenRun } from '@frostline/domain'
import { Button, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { Check, Trash2, Undo2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunActions } from '@/features/run/run-actions.tsx'
import type { ArchiveDetail } from '../archive.ts'
import { sumOf } from '../archive.ts'
import { useArchiveActions } from '../hooks/use-archives.ts'
import { RestoreDialog } from './restore-dialog.tsx'

/** Actions that its current state allows. */
export function ArchiveActions({ archive }: { archive: ArchiveDetail }) {
  const { status, stage } = archive
  const { pause, resume } = useArchiveActions()
  if (!useRoleAllows('admin')) return null
  const isOpen = isOpenRun(status) || status === 'failed'
  return (
    <RunActions
      run={archive}
      send={{ pause, resume, retry: resume }}
      retry={status === 'failed' ? { label: 'Resume' } : null}
      after={
        <>
          {isOpen && (stage === 'exporting' || stage === 'detaching') ? (
            <AttachButton archive={archive} />
          ) : null}
          {status === 'waiting' && stage === 'exporting' ? <ApproveButton archive={archive} /> : null}
          {status === 'waiting' && stage === 'detaching' ? <DropButton archive={archive} /> : null}
          {sumOf(archive, ['dropped']).partitions > 0 ? <RestoreDialog archive={archive} /> : null}
        </>
      }
    />
  )
}

function AttachButton({ archive }: { archive: ArchiveDetail }) {
  const { attach } = useArchiveActions()
  const { partitions } = sumOf(archive, ['detaching', 'detached', 'attaching'])
  const isAway = partitions > 0
  return (
    <ConfirmDialog
      title={isAway ? `Attach ${formatCountOf(partitions, 'partition')} again?` : 'Cancel the archive?'}
      description={`${isAway ? 'Their rows are in the table again, and the archive ends.' : 'The partitions stay in the table.'} Files that were written stay in the bucket.`}
      confirmLabel={isAway ? 'Attach again' : 'Cancel the archive'}
      cancelLabel="Keep it"
      onConfirm={async () => void (await attach.mutateAsync({ id: archive.id }))}
      trigger={<Button icon={<Undo2 aria-hidden />}>{isAway ? 'Attach again' : 'Cancel'}</Button>}
    />
  )
}

function ApproveButton({ archive }: { archive: ArchiveDetail }) {
  const { approve } = useArchiveActions()
  const { partitions, rows, bytes } = sumOf(archive, ['proved'])
  return (
    <ConfirmDialog
      danger
      title={`Detach ${formatCountOf(partitions, 'partition')} with ${formatCountOf(rows, 'row')}?`}
      description={`Exactly the proved parts of ${formatBytes(bytes)} leave ${archive.database}.${archive.table}: queries do not see their rows from then on. Rows that arrived later stay. The parts are dropped after the grace time, and can be attached again until then.`}
      confirmLabel="Detach"
      cancelLabel="Cancel"
      typeToConfirm={archive.table}
      onConfirm={async () => void (await approve.mutateAsync({ id: archive.id, expectedRows: String(rows) }))}
      trigger={
        <Button variant="primary" icon={<Check aria-hidden />}>
          Approve detach
        </Button>
      }
    />
  )
}

/** Shown to whoever approved it too, with the reason why they cannot shorten the grace time. */
function DropButton({ archive }: { archive: ArchiveDetail }) {
  const { drop } = useArchiveActions()
  const { partitions, rows, bytes } = sumOf(archive, ['detached'])
  return (
    <ConfirmDialog
      danger
      title={`Drop ${formatCountOf(partitions, 'partition')} with ${formatCountOf(rows, 'row')} now?`}
      description={`${formatBytes(bytes)} are freed. The files are checked once more before. After that the rows exist in the archive alone, and can be restored from it.`}
      confirmLabel="Drop now"
      cancelLabel="Cancel"
      typeToConfirm={archive.table}
      onConfirm={async () => void (await drop.mutateAsync({ id: archive.id, expectedRows: String(rows) }))}
      trigger={
        <Button
          variant="danger"
          icon={<Trash2 aria-hidden />}
          disabled={!archive.mayDropNow}
          title={
            archive.mayDropNow
              ? undefined
              : `Another admin than ${archive.requestedBy} and ${archive.approvedBy ?? 'the approver'} can drop it before its date.`
          }
        >
          Drop now
        </Button>
      }
    />
  )
}
