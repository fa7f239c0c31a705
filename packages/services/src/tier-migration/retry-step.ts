import { activeMigrationStatuses } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeTierMigration, refuseState } from './change-status.ts'
import { claimTable } from './claim-table.ts'
import { requireApproval } from './require-approval.ts'
import { freshBreaker } from './retry.ts'

/**
 * Takes up one step that failed, was cancelled or left out, and no other. While the migration runs, its lane takes the
 * step next; at rest, the next generation begins with only that step open, and the others keep their state.
 */
export async function retryTierMigrationStep(
  ctx: ServiceContext,
  input: { id: string; ordinal: number },
): Promise<{ id: string }> {
  const changed = await changeTierMigration(ctx, input.id, {
    action: 'tier-migration.retry-step',
    outcome: 'requested',
    details: { step: input.ordinal },
    decide: async (migration, tx) => {
      const { status } = migration
      if (status === 'planned' || status === 'cancelling' || status === 'pausing' || status === 'paused')
        refuseState(
          migration,
          'retried step by step',
          status === 'planned'
            ? 'It was not started. Restore the skipped step instead.'
            : 'Wait until it has stopped. Resume it if it is paused.',
        )
      const { count } = await tx.tierMigrationStep.updateMany({
        where: {
          migrationId: migration.id,
          ordinal: input.ordinal,
          status: { in: ['failed', 'cancelled', 'skipped'] },
        },
        data: { status: 'planned', finishedAt: null, error: null, errorCode: null, ...freshBreaker },
      })
      if (count === 0)
        throw new ServiceError(
          'conflict',
          `Step ${input.ordinal} of tier migration ${migration.id} has not failed and was not cancelled or skipped.`,
          { hint: 'Refresh. The step may be running again or completed.' },
        )
      const orderVersion = { increment: 1 }
      if (activeMigrationStatuses.some((active) => active === status)) return { orderVersion }
      requireApproval(migration)
      await claimTable(tx, migration)
      // Steps that a failed run never began stay out of this one: only the chosen step was asked for.
      await tx.tierMigrationStep.updateMany({
        where: { migrationId: migration.id, status: 'planned', ordinal: { not: input.ordinal } },
        data: { status: 'cancelled', finishedAt: ctx.now() },
      })
      return {
        orderVersion,
        status: 'queued',
        generation: { increment: 1 },
        recoveries: 0,
        cancelledBy: null,
        finishedAt: null,
        error: null,
      }
    },
  })
  return { id: changed.id }
}
