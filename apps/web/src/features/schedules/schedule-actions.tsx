'use client'
import { Button, ConfirmDialog, IconButton } from '@frostline/ui'
import { FastForward, Pause, Play, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

interface Sender {
  mutate: (ref: { id: string }) => void
  mutateAsync: (ref: { id: string }) => Promise<unknown>
  isPending: boolean
}

interface ScheduleActionsProps {
  schedule: { id: string; name: string; enabled: boolean }
  send: { enable: Sender; disable: Sender; remove: Sender; runNow?: Sender }
  /** What a run now does, or a dialog of the kind. */
  run: string | ReactNode
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
  const { schedule, send, run, disabling, removing, onRemoved, inRow = false, children } = props
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
      {enabled && typeof run === 'string' ? (
        <ConfirmDialog
          title={`Run ${name} now?`}
          description={run}
          confirmLabel="Run now"
          cancelLabel="Cancel"
          onConfirm={async () => void (await send.runNow?.mutateAsync({ id }))}
          trigger={
            <Button size={size} icon={<FastForward aria-hidden />}>
              Run now
            </Button>
          }
        />
      ) : null}
      {enabled && typeof run !== 'string' ? run : null}
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
