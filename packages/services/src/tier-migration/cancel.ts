import type { TierMigration } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'
import { type Change, changeTierMigration, refuseState } from './change-status.ts'

/**
 * Asks a migration to stop. One that no worker has in hand (not begun, or paused) is cancelled at once. A running one stops within its current
 * part (SYSTEM STOP MOVES, then START MOVES); what has arrived on the target stays there.
 */
export async function cancelTierMigration(
  ctx: ServiceContext,
  input: { id: string },
): Promise<{ id: string; status: TierMigration['status'] }> {
  const changed = await changeTierMigration(ctx, input.id, cancelChange(ctx))
  return { id: changed.id, status: changed.status }
}

export function cancelChange(ctx: ServiceContext): Change {
  return {
    action: 'tier-migration.cancel',
    outcome: ({ status }) => (status === 'cancelled' ? 'cancelled' : 'requested'),
    decide: async (migration, tx) => {
      const cancelledBy = ctx.actor.name
      if (migration.status === 'running' || migration.status === 'pausing')
        return { status: 'cancelling', cancelledBy }
      if (migration.status !== 'planned' && migration.status !== 'queued' && migration.status !== 'paused')
        refuseState(migration, 'cancelled', 'Nothing is running.')
      await tx.tierMigrationStep.updateMany({
        where: { migrationId: migration.id, status: 'planned' },
        data: { status: 'cancelled', finishedAt: ctx.now() },
      })
      return { status: 'cancelled', cancelledBy, finishedAt: ctx.now() }
    },
  }
}
