'use client'
import { Button, ConfirmDialog } from '@frostline/ui'
import { Ban, Pause, Play, RotateCw, Undo2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { type Exit, useExitActions } from './use-exits.ts'

/** What may be done with it now. Only admins do. */
export function ExitActions({ exit }: { exit: Exit }) {
  const admin = useRoleAllows('admin')
  const { start, pause, resume, cancel, retry, goBack } = useExitActions()
  if (!admin) return null
  const { id, status, database, table } = exit
  const name = `${database}.${table}`
  const stopped =
    status === 'failed' || (status === 'cancelled' && exit.proof === null && exit.startedAt !== null)
  return (
    <>
      {status === 'planned' ? (
        <ConfirmDialog
          danger
          title={`Take ${name} off zero-copy replication?`}
          description="The setting goes off only when no part is shared. You can pause or cancel at any time, and go back until the setting is off on all replicas."
          confirmLabel="Start the exit"
          confirmDisabled={exit.needsOther}
          typeToConfirm={name}
          onConfirm={async () => void (await start.mutateAsync({ id }))}
          trigger={
            <Button variant="primary" icon={<Play aria-hidden />}>
              Start
            </Button>
          }
        >
          {exit.needsOther ? (
            <p role="alert" className="text-danger-ink text-sm">
              This cluster asks for a second person: another admin has to start what you have planned.
            </p>
          ) : null}
        </ConfirmDialog>
      ) : null}
      {status === 'running' || status === 'queued' ? (
        <Button icon={<Pause aria-hidden />} busy={pause.isPending} onClick={() => pause.mutate({ id })}>
          Pause
        </Button>
      ) : null}
      {status === 'paused' ? (
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          busy={resume.isPending}
          onClick={() => resume.mutate({ id })}
        >
          Resume
        </Button>
      ) : null}
      {stopped ? (
        <Button icon={<RotateCw aria-hidden />} busy={retry.isPending} onClick={() => retry.mutate({ id })}>
          Retry
        </Button>
      ) : null}
      {exit.mayGoBack ? (
        <ConfirmDialog
          title={`Go back to zero-copy replication of ${name}?`}
          description="The setting goes on again on all replicas. Then the parts move back to the volumes that they came from, where replicas share them again."
          confirmLabel="Go back"
          cancelLabel="Not now"
          onConfirm={async () => void (await goBack.mutateAsync({ id }))}
          trigger={<Button icon={<Undo2 aria-hidden />}>Go back</Button>}
        />
      ) : null}
      {status === 'planned' ||
      status === 'queued' ||
      status === 'running' ||
      status === 'pausing' ||
      status === 'paused' ? (
        <ConfirmDialog
          danger
          title={`Cancel the exit of ${name}?`}
          description={`Moves stop after the current part, and what has moved stays. ${exit.standing}`}
          confirmLabel="Cancel the exit"
          cancelLabel="Keep it"
          onConfirm={async () => void (await cancel.mutateAsync({ id }))}
          trigger={<Button icon={<Ban aria-hidden />}>Cancel</Button>}
        />
      ) : null}
    </>
  )
}
