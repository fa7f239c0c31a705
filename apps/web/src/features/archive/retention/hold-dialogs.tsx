'use client'
import { Button, showToast, TextField } from '@frostline/ui'
import { Lock, LockOpen } from 'lucide-react'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import type { ArchiveDetail } from '../archive.ts'
import { useArchiveActions } from '../hooks/use-archives.ts'

const holdForm = z.object({ reason: requiredText('Enter a reason.') })

interface ReasonDialogProps {
  title: string
  description: string
  hint: string
  submit: string
  trigger: ReactElement
  save: (reason: string) => Promise<unknown>
}

/** A decision that is recorded with its reason. */
function ReasonDialog({ hint, save, ...dialog }: ReasonDialogProps) {
  return (
    <FormDialog
      {...dialog}
      schema={holdForm}
      initial={() => ({ reason: '' })}
      shownLate={['reason']}
      save={({ reason }) => save(reason)}
    >
      {(form) => <TextField {...form.field('reason')} label="Reason" hint={hint} maxLength={500} />}
    </FormDialog>
  )
}

export function HoldDialog({ archive: { id, database, table } }: { archive: ArchiveDetail }) {
  const { hold } = useArchiveActions()
  return (
    <ReasonDialog
      title="Set a legal hold"
      description={`No file of the archive of ${database}.${table} is deleted while it is set. Restores are still possible. Only an admin can release it.`}
      hint="Such as the case. It is shown on the page and in the audit log."
      submit="Set legal hold"
      trigger={
        <Button size="sm" icon={<Lock aria-hidden />}>
          Set legal hold
        </Button>
      }
      save={async (reason) => {
        const { begun } = await hold.mutateAsync({ id, reason })
        showToast({
          tone: 'success',
          title: 'The legal hold is set',
          ...(begun > 0
            ? { detail: `Files of ${begun} partitions were being deleted. What is left of them is kept.` }
            : {}),
        })
      }}
    />
  )
}

export function ReleaseHoldDialog({ archive: { id, expiresAt, hold } }: { archive: ArchiveDetail }) {
  const { releaseHold } = useArchiveActions()
  return (
    <ReasonDialog
      title="Release the legal hold"
      description={`Set by ${hold?.by}: ${hold?.reason}. ${expiresAt ? 'The retention applies again: files that are due are deleted soon after.' : 'The files are kept forever, as no retention is set.'}`}
      hint="It is recorded in the audit log."
      submit="Release legal hold"
      trigger={
        <Button size="sm" icon={<LockOpen aria-hidden />}>
          Release legal hold
        </Button>
      }
      save={(reason) => releaseHold.mutateAsync({ id, reason })}
    />
  )
}
