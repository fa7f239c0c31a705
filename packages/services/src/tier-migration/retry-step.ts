import { isDrivenRun } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { giveOrder } from '../run/order-run.ts'
import { isStarted } from '../run/run-of-kind.ts'
import { changeMigration, refuseMigration } from './change-migration.ts'
import { migrations, queueMigration, refuseBusyTable } from './migration-run.ts'
import { reopenSteps } from './order.ts'
import { requireApproval } from './require-approval.ts'
import { statusOf } from './to-view.ts'

/**
 * Takes up one step that failed, was cancelled or left out, and no other. While the migration runs, its lane takes the
 * step next; at rest, the next generation begins with only that step open, and the others keep their state.
 */
export async function retryTierMigrationStep(
  ctx: ServiceContext,
  { id, ordinal }: { id: string; ordinal: number },
): Promise<{ id: string }> {
  return changeMigration(ctx, id, {
    ...{ verb: 'retry-step', outcome: 'requested', details: { step: ordinal } },
    async decide(row, tx) {
      const status = statusOf(row)
      if (status === 'planned')
        refuseMigration(row, 'retried step by step', 'It was not started. Restore the skipped step instead.')
      if (status === 'cancelling' || status === 'pausing' || status === 'paused')
        refuseMigration(row, 'retried step by step', 'Wait until it has stopped. Resume it if it is paused.')
      const count = await reopenSteps(tx, {
        ...{ migrationId: id, ordinal },
        status: { in: ['failed', 'cancelled', 'skipped'] },
      })
      if (count === 0)
        throw new ServiceError(
          'conflict',
          `Step ${ordinal} of tier migration ${id} has not failed and was not cancelled or skipped.`,
          { hint: 'Refresh. The step may be running again or completed.' },
        )
      const orderVersion = { increment: 1 }
      if (isDrivenRun(status)) return { orderVersion }
      // Steps that a failed run never began stay out of this one: only the chosen step was asked for.
      await tx.tierMigrationStep.updateMany({
        where: { migrationId: id, status: 'planned', ordinal: { not: ordinal } },
        data: { status: 'cancelled', finishedAt: ctx.now() },
      })
      if (isStarted(row))
        await giveOrder(tx, ctx, migrations, row, 'retry-step', () => refuseBusyTable(tx, row))
      else {
        requireApproval(row)
        await queueMigration(tx, ctx, row)
      }
      return { orderVersion }
    },
  })
}
