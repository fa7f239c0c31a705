'use client'
import { Button, ConfirmDialog, IconButton } from '@frostline/ui'
import { FastForward, Pause, Play, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Sender } from '@/features/run/run-actions.tsx'

interface ScheduleActionsProps {
  schedule: { id: string; name: string; enabled: boolean }
  send: Record<'enable' | 'disable' | 'remove', Sender>
  /** The dialog that runs it at once: RunNow, or one of the kind. */
  runNow: ReactNode
  /** What disabling stops. Omitted: nothing that needs a confirmation. */
  disabling?: string
  /** What is deleted with it, and what stays. */
  removing: string
  onRemoved?: () => void
  /** In a row of a table: smaller, and named after the schedule. */
  inRow?: boolean
  /** Before deletion. */
  children?: ReactNode
}

/** Actions that the state of a schedule allows. */
export function ScheduleActions(props: ScheduleActionsProps) {
  const { schedule, send, runNow, disabling, removing, onRemoved, inRow = false, children } = props
  const { id, name, enabled } = schedule
  const size = inRow ? 'sm' : 'md'
  const pause = inRow ? (
    <IconButton
      label={`Disable ${name}`}
      size={size}
      icon={<Pause aria-hidden />}
      onClick={() => send.disable.mutate({ id })}
    />
  ) : (
    <Button
      icon={<Pause aria-hidden />}
      busy={send.disable.isPending}
      {...(disabling ? {} : { onClick: () => send.disable.mutate({ id }) })}
    >
      Disable
    </Button>
  )
  return (
    <>
      {enabled ? runNow : null}
      {enabled && disabling ? (
        <ConfirmDialog
          title={`Disable ${name}?`}
          description={disabling}
          confirmLabel="Disable"
          cancelLabel="Cancel"
          onConfirm={async () => void (await send.disable.mutateAsync({ id }))}
          trigger={pause}
        />
      ) : null}
      {enabled && !disabling ? pause : null}
      {enabled ? null : (
        <Button
          size={size}
          variant={inRow ? 'secondary' : 'primary'}
          icon={<Play aria-hidden />}
          busy={send.enable.isPending}
          onClick={() => send.enable.mutate({ id })}
        >
          Enable
        </Button>
      )}
      {children}
      <ConfirmDialog
        danger
        title={`Delete ${name}?`}
        description={removing}
        confirmLabel="Delete schedule"
        cancelLabel="Cancel"
        onConfirm={async () => {
          await send.remove.mutateAsync({ id })
          onRemoved?.()
        }}
        trigger={
          inRow ? (
            <IconButton label={`Delete ${name}`} size={size} icon={<Trash2 aria-hidden />} />
          ) : (
            <Button icon={<Trash2 aria-hidden />}>Delete</Button>
          )
        }
      />
    </>
  )
}

interface RunNowProps {
  schedule: { id: string; name: string }
  send: Sender
  /** What the run does, and in whose name. */
  description: string
  inRow?: boolean
}

/** Runs a schedule at once, after a confirmation. */
export function RunNow({ schedule: { id, name }, send, description, inRow = false }: RunNowProps) {
  return (
    <ConfirmDialog
      title={`Run ${name} now?`}
      description={description}
      confirmLabel="Run now"
      cancelLabel="Cancel"
      onConfirm={async () => void (await send.mutateAsync({ id }))}
      trigger={
        <Button size={inRow ? 'sm' : 'md'} icon={<FastForward aria-hidden />}>
          Run now
        </Button>
      }
    />
  )
}
