'use client'
import { Button, ConfirmDialog, formatBytes } from '@frostline/ui'
import { Ban, Pause, Play, RotateCw } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useWarmupActions } from '../hooks/use-warmup-actions.ts'
import { isActiveWarmup, type WarmupDetail } from '../warmup.ts'
import { PaceDialog } from './pace-dialog.tsx'

/** What may be done with it in its present state. */
export function WarmupActions({ warmup }: { warmup: WarmupDetail }) {
  const { id, status, spec, database, table } = warmup
  const operator = useRoleAllows('operator')
  const mayRetry = useRoleAllows(spec.where !== null || spec.measured !== null ? 'admin' : 'operator')
  const { pause, resume, cancel, retry } = useWarmupActions()
  if (!operator) return null
  const open = isActiveWarmup(warmup) || status === 'paused'
  const fetched = `${formatBytes(warmup.fetchedBytes)} that were fetched stay in the caches`
  return (
    <>
      {open && status !== 'cancelling' ? <PaceDialog warmup={warmup} /> : null}
      {status === 'queued' || status === 'running' ? (
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
      {open && status !== 'cancelling' ? (
        <ConfirmDialog
          danger
          title={`Cancel the warm-up of ${database}.${table}?`}
          description={`Running reads are killed. ${fetched}. A retry continues from there.`}
          confirmLabel="Cancel warm-up"
          cancelLabel="Keep running"
          onConfirm={async () => void (await cancel.mutateAsync({ id }))}
          trigger={<Button icon={<Ban aria-hidden />}>Cancel</Button>}
        />
      ) : null}
      {(status === 'failed' || status === 'cancelled') && mayRetry ? (
        <ConfirmDialog
          title={`Retry the warm-up of ${database}.${table}?`}
          description={`${fetched} and are not fetched again. Partitions that were not read are read with the same plan.`}
          confirmLabel="Retry"
          cancelLabel="Cancel"
          onConfirm={async () => void (await retry.mutateAsync({ id }))}
          trigger={
            <Button variant="primary" icon={<RotateCw aria-hidden />}>
              Retry
            </Button>
          }
        />
      ) : null}
    </>
  )
}
