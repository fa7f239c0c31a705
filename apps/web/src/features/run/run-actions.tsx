'use client'
import { nextRunStatus, type RunOrder, type RunStatus } from '@frostline/domain'
import { Button, ConfirmDialog } from '@frostline/ui'
import { Ban, Pause, Play, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

type Order = Extract<RunOrder, 'pause' | 'resume' | 'cancel' | 'retry'>

interface Sender {
  mutate: (ref: { id: string }) => void
  mutateAsync: (ref: { id: string }) => Promise<unknown>
  isPending: boolean
}

interface RunActionsProps {
  run: { id: string; status: RunStatus }
  send: Record<Order, Sender>
  cancel: { title: string; description: string; confirmLabel: string }
  /** Null: a retry is not possible, or not this person's. */
  retry: { title: string; description: string } | null
  /** What else may be done, before these and after them. */
  before?: ReactNode
  after?: ReactNode
}

/** What may be done with a run in its present state, by the same table of transitions that the server holds it against. */
export function RunActions({ run: { id, status }, send, cancel, retry, before, after }: RunActionsProps) {
  const allows = (order: Order) => nextRunStatus(order, status) !== null
  return (
    <>
      {before}
      {allows('pause') ? (
        <Button
          icon={<Pause aria-hidden />}
          busy={send.pause.isPending}
          onClick={() => send.pause.mutate({ id })}
        >
          Pause
        </Button>
      ) : null}
      {allows('resume') ? (
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          busy={send.resume.isPending}
          onClick={() => send.resume.mutate({ id })}
        >
          Resume
        </Button>
      ) : null}
      {allows('cancel') ? (
        <ConfirmDialog
          danger
          title={cancel.title}
          description={cancel.description}
          confirmLabel={cancel.confirmLabel}
          cancelLabel={status === 'paused' ? 'Keep it' : 'Keep running'}
          onConfirm={async () => void (await send.cancel.mutateAsync({ id }))}
          trigger={<Button icon={<Ban aria-hidden />}>Cancel</Button>}
        />
      ) : null}
      {retry && allows('retry') ? (
        <ConfirmDialog
          title={retry.title}
          description={retry.description}
          confirmLabel="Retry"
          cancelLabel="Cancel"
          onConfirm={async () => void (await send.retry.mutateAsync({ id }))}
          trigger={
            <Button variant="primary" icon={<RotateCw aria-hidden />}>
              Retry
            </Button>
          }
        />
      ) : null}
      {after}
    </>
  )
}
