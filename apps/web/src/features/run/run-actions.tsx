'use client'
import { nextRunStatus, type RunOrder, type RunStatus } from '@frostline/domain'
import { Button, ConfirmDialog } from '@frostline/ui'
import { Ban, Pause, Play, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

type Order = Extract<RunOrder, 'pause' | 'resume' | 'cancel' | 'retry'>

/** A mutation that gives an order to one object. */
export interface Sender {
  mutate: (ref: { id: string }) => void
  mutateAsync: (ref: { id: string }) => Promise<unknown>
  isPending: boolean
}

export interface RunActionsProps {
  run: { id: string; status: RunStatus }
  /** Actions of the kind. */
  send: Partial<Record<Order, Sender>>
  /** Needed where a cancel is sent. `onOpen`: called when the dialog opens, to refresh its figures. */
  cancel?: { title: string; description: string; confirmLabel: string; onOpen?: () => void }
  /** Null: no retry, or not for this user. Only a label: without confirmation. */
  retry: { title: string; description: string; label?: string } | { label: string } | null
  /** Further actions, before and after these. */
  before?: ReactNode
  after?: ReactNode
}

/** Actions that a run's current state allows, by the server's transition table. */
export function RunActions({ run: { id, status }, send, cancel, retry, before, after }: RunActionsProps) {
  const offered = (order: Order) => (nextRunStatus(order, status) === null ? undefined : send[order])
  const [pause, resume, stop, again] = [
    offered('pause'),
    offered('resume'),
    offered('cancel'),
    offered('retry'),
  ]
  return (
    <>
      {before}
      {pause ? (
        <Button icon={<Pause aria-hidden />} busy={pause.isPending} onClick={() => pause.mutate({ id })}>
          Pause
        </Button>
      ) : null}
      {resume ? (
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          busy={resume.isPending}
          onClick={() => resume.mutate({ id })}
        >
          Resume
        </Button>
      ) : null}
      {stop && cancel ? (
        <ConfirmDialog
          danger
          title={cancel.title}
          description={cancel.description}
          onOpenChange={(open) => (open ? cancel.onOpen?.() : undefined)}
          confirmLabel={cancel.confirmLabel}
          cancelLabel={status === 'paused' ? 'Keep paused' : 'Keep running'}
          onConfirm={async () => void (await stop.mutateAsync({ id }))}
          trigger={<Button icon={<Ban aria-hidden />}>Cancel</Button>}
        />
      ) : null}
      {retry && again && !('title' in retry) ? (
        <Button
          variant="primary"
          icon={<RotateCw aria-hidden />}
          busy={again.isPending}
          onClick={() => again.mutate({ id })}
        >
          {retry.label}
        </Button>
      ) : null}
      {retry && again && 'title' in retry ? (
        <ConfirmDialog
          title={retry.title}
          description={retry.description}
          confirmLabel={retry.label ?? 'Retry'}
          cancelLabel="Cancel"
          onConfirm={async () => void (await again.mutateAsync({ id }))}
          trigger={
            <Button variant="primary" icon={<RotateCw aria-hidden />}>
              {retry.label ?? 'Retry'}
            </Button>
          }
        />
      ) : null}
      {after}
    </>
  )
}
