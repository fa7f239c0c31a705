'use client'
import { Button, ConfirmDialog } from '@frostline/ui'
import { Play, Undo2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { RunActions } from '@/features/run/run-actions.tsx'
import { type Exit, useExitActions } from './use-exits.ts'

/** Actions that its current state allows, only for admins. */
export function ExitActions({ exit }: { exit: Exit }) {
  const admin = useRoleAllows('admin')
  const { start, cancel, goBack, ...orders } = useExitActions()
  if (!admin) return null
  const { id, status, database, table } = exit
  const name = `${database}.${table}`
  const planned = status === 'planned'
  return (
    <RunActions
      // A plan is cancelled at once, like a paused run. One that has gone back has ended.
      run={{ id, status: planned ? 'paused' : exit.proof === null ? status : 'completed' }}
      send={planned ? { cancel } : { ...orders, cancel }}
      cancel={{
        title: `Cancel the exit of ${name}?`,
        description: `Moves stop after the current part. Moved parts stay. ${exit.standing}`,
        confirmLabel: 'Cancel the exit',
      }}
      retry={exit.startedBy === null ? null : { label: 'Retry' }}
      before={
        planned ? (
          <ConfirmDialog
            danger
            title={`Take ${name} off zero-copy replication?`}
            description="The setting is turned off when no part is shared. You can pause or cancel at any time, and go back until the setting is off on all replicas."
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
                This cluster requires a second person: another admin must start your plan.
              </p>
            ) : null}
            <ExpectedApproval cluster={exit.clusterSlug} kind="zero-copy-exit" table={{ database, table }} />
          </ConfirmDialog>
        ) : null
      }
      after={
        exit.mayGoBack ? (
          <ConfirmDialog
            title={`Go back to zero-copy replication of ${name}?`}
            description="The setting is turned on again on all replicas. Then the parts move back to their original volumes, where replicas share them again."
            confirmLabel="Go back"
            cancelLabel="Cancel"
            onConfirm={async () => void (await goBack.mutateAsync({ id }))}
            trigger={<Button icon={<Undo2 aria-hidden />}>Go back</Button>}
          />
        ) : null
      }
    />
  )
}
