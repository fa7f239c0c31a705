'use client'
import { formatBytes } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunActions } from '@/features/run/run-actions.tsx'
import { useWarmupActions } from '../hooks/use-warmup-actions.ts'
import { isActiveWarmup, type WarmupDetail } from '../warmup.ts'
import { PaceDialog } from './pace-dialog.tsx'

/** What may be done with it in its present state. */
export function WarmupActions({ warmup }: { warmup: WarmupDetail }) {
  const { status, spec, database, table } = warmup
  const operator = useRoleAllows('operator')
  const mayRetry = useRoleAllows(spec.where !== null || spec.measured !== null ? 'admin' : 'operator')
  const actions = useWarmupActions()
  if (!operator) return null
  const mayChange = (isActiveWarmup(warmup) || status === 'paused') && status !== 'cancelling'
  const fetched = `${formatBytes(warmup.fetchedBytes)} that were fetched stay in the caches`
  return (
    <RunActions
      run={warmup}
      send={actions}
      cancel={{
        title: `Cancel the warm-up of ${database}.${table}?`,
        description: `Running reads are killed. ${fetched}. A retry continues from there.`,
        confirmLabel: 'Cancel warm-up',
      }}
      retry={
        mayRetry
          ? {
              title: `Retry the warm-up of ${database}.${table}?`,
              description: `${fetched} and are not fetched again. Partitions that were not read are read with the same plan.`,
            }
          : null
      }
      before={mayChange ? <PaceDialog warmup={warmup} /> : null}
    />
  )
}
