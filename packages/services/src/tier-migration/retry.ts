import type { ServiceContext } from '../base/context.ts'
import { type Change, changeTierMigration, refuseState } from './change-status.ts'
import { claimTable } from './claim-table.ts'
import { requireApproval } from './require-approval.ts'

/** A person has looked at it, so the count of failures starts again. */
export const freshBreaker = { failures: 0, wastedBytes: 0n, breaker: null }

/**
 * Takes up the failed, cancelled and never begun steps of a migration again. Each starts from observation, so what
 * has arrived meanwhile is not moved twice, and the proof still compares with the first look of the first run.
 */
export async function retryTierMigration(
  ctx: ServiceContext,
  input: { id: string },
): Promise<{ id: string }> {
  const changed = await changeTierMigration(ctx, input.id, retryChange())
  return { id: changed.id }
}

export function retryChange(): Change {
  return {
    action: 'tier-migration.retry',
    outcome: 'requested',
    decide: async (migration, tx) => {
      if (migration.status !== 'failed' && migration.status !== 'cancelled')
        refuseState(migration, 'retried', 'Only a failed or cancelled migration can be retried.')
      requireApproval(migration)
      await claimTable(tx, migration)
      await tx.tierMigrationStep.updateMany({
        where: { migrationId: migration.id, status: { in: ['failed', 'cancelled'] } },
        data: { status: 'planned', finishedAt: null, error: null, errorCode: null, ...freshBreaker },
      })
      return {
        status: 'queued',
        generation: { increment: 1 },
        recoveries: 0,
        cancelledBy: null,
        finishedAt: null,
        error: null,
      }
    },
  }
}
