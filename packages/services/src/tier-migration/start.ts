import type { ServiceContext } from '../base/context.ts'
import { type Change, changeTierMigration, refuseState } from './change-status.ts'
import { claimTable } from './claim-table.ts'
import { requireApproval } from './require-approval.ts'

/**
 * Starts a stored plan. It is only queued here, in one transaction with its audit entry: a worker takes it from the
 * ledger, so nothing is lost when this process or the worker dies right after.
 */
export async function startTierMigration(
  ctx: ServiceContext,
  input: { id: string },
): Promise<{ id: string }> {
  const started = await changeTierMigration(ctx, input.id, startChange())
  return { id: started.id }
}

export function startChange(): Change {
  return {
    action: 'tier-migration.start',
    outcome: 'requested',
    decide: async (migration, tx) => {
      if (migration.status !== 'planned')
        refuseState(migration, 'started', 'Only a planned migration can be started. Make a new plan.')
      requireApproval(migration)
      await claimTable(tx, migration)
      return { status: 'queued', generation: { increment: 1 } }
    },
  }
}
