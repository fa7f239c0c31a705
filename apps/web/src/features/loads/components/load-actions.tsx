'use client'
import { isTextFormat } from '@frostline/domain'
import { Button, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { Ban, Pause, Play, RotateCw, Trash2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useLoadActions } from '../hooks/use-load-actions.ts'
import type { LoadDetail } from '../load.ts'
import { RetryWithoutBadRows } from './retry-without-bad-rows.tsx'

const cancellable = new Set<LoadDetail['status']>(['queued', 'running', 'pausing', 'paused'])

/** What may be done with the load in its present state. */
export function LoadActions({ load }: { load: LoadDetail }) {
  const operator = useRoleAllows('operator')
  const actions = useLoadActions(load.id)
  if (!operator) return null
  const left = load.totalFiles - load.files.loaded
  const mayRetry = load.status === 'failed' || load.status === 'cancelled'
  const kept = load.batches.filter(({ status, keepsStaged }) => status === 'cancelled' && keepsStaged)
  const leftBytes = formatBytes(load.totalBytes - load.loadedBytes)
  return (
    <>
      {load.status === 'running' || load.status === 'queued' ? (
        <Button
          icon={<Pause aria-hidden />}
          busy={actions.busy}
          onClick={() => void actions.pause().catch(() => undefined)}
        >
          Pause
        </Button>
      ) : null}
      {load.status === 'paused' ? (
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          busy={actions.busy}
          onClick={() => void actions.resume().catch(() => undefined)}
        >
          Resume
        </Button>
      ) : null}
      {cancellable.has(load.status) ? (
        <ConfirmDialog
          danger
          title={`Cancel the load into ${load.database}.${load.table}?`}
          description={`Running reads are dropped. A batch that has started to publish is finished. ${formatCountOf(load.files.loaded, 'object')} (${formatBytes(load.loadedBytes)}) stay in the table, ${formatCountOf(left, 'object')} (${leftBytes}) are not loaded. A retry continues from there.`}
          confirmLabel="Cancel load"
          cancelLabel="Keep running"
          onConfirm={async () => void (await actions.cancel())}
          trigger={<Button icon={<Ban aria-hidden />}>Cancel</Button>}
        />
      ) : null}
      {load.status === 'cancelled' && kept.length > 0 ? (
        <ConfirmDialog
          danger
          title="Drop the staged rows?"
          description={`${formatCountOf(kept.length, 'batch', 'batches')} of this load ${kept.length === 1 ? 'has' : 'have'} all rows in staging tables and none in ${load.database}.${load.table}. The staged rows are dropped within five minutes. A retry reads the objects again.`}
          confirmLabel="Drop staged rows"
          cancelLabel="Cancel"
          onConfirm={async () => void (await actions.dropKept())}
          trigger={<Button icon={<Trash2 aria-hidden />}>Drop staged rows</Button>}
        />
      ) : null}
      {mayRetry && load.files.failed > 0 && isTextFormat(load.spec.read.format) ? (
        <RetryWithoutBadRows load={load} onRetry={(rule) => actions.retry(rule)} />
      ) : null}
      {mayRetry ? (
        <ConfirmDialog
          title={`Retry the remaining ${formatCountOf(left, 'object')}?`}
          description={`Reads the ${leftBytes} that are not in ${load.database}.${load.table} yet. Objects that have changed are loaded in their current version. Deleted objects are skipped.`}
          confirmLabel="Retry remaining"
          cancelLabel="Cancel"
          onConfirm={async () => void (await actions.retry())}
          trigger={
            <Button variant="primary" icon={<RotateCw aria-hidden />}>
              Retry remaining
            </Button>
          }
        />
      ) : null}
    </>
  )
}
