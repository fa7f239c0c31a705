'use client'
import { Button, formatBytes, formatCountOf, showToast, TextField } from '@frostline/ui'
import { Check } from 'lucide-react'
import { z } from 'zod'
import { FormDialog } from '@/form/form-frame.tsx'
import { useApprove } from './use-approvals.ts'

const approvalForm = z.object({ note: z.string() })

interface ApproveDialogProps {
  run: { id: string; bytes: bigint | null }
  /** "Tier migration of demo.trips". */
  title: string
  missing: number
  size?: 'sm'
}

/** One person's approval. Says what begins, and how many bytes it works on. */
export function ApproveDialog({ run, title, missing, size }: ApproveDialogProps) {
  const approve = useApprove()
  return (
    <FormDialog
      title={`Approve: ${title}`}
      description={`${run.bytes === null ? '' : `It works on ${formatBytes(run.bytes)}. `}${
        missing > 1 ? `It begins after ${formatCountOf(missing - 1, 'more approval')}.` : 'It begins at once.'
      } To reject it, cancel the run.`}
      trigger={
        <Button variant="primary" icon={<Check aria-hidden />} {...(size ? { size } : {})}>
          Approve
        </Button>
      }
      schema={approvalForm}
      initial={() => ({ note: '' })}
      submit="Approve"
      task="approve it"
      save={async ({ note }) => {
        const { state } = await approve.mutateAsync({
          ...{ id: run.id, note, bytes: run.bytes === null ? null : String(run.bytes) },
        })
        showToast({
          tone: 'success',
          title: state === 'waiting' ? 'Approved. It waits for another person' : 'Approved. It begins now',
        })
      }}
    >
      {(form) => <TextField {...form.field('note')} label="Note" rows={2} maxLength={1000} optional />}
    </FormDialog>
  )
}
