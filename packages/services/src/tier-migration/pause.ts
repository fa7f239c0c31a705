import type { TierMigration } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'
import { type Change, changeTierMigration, refuseState } from './change-status.ts'

/**
 * Asks a migration to stand still. Statements under way end first, so nothing that was sent is wasted; what has
 * arrived stays. Resuming goes on from there. One that no worker has begun stands still at once.
 */
export async function pauseTierMigration(
  ctx: ServiceContext,
  input: { id: string },
): Promise<{ id: string; status: TierMigration['status'] }> {
  const changed = await changeTierMigration(ctx, input.id, pauseChange(ctx))
  return { id: changed.id, status: changed.status }
}

export function pauseChange(ctx: ServiceContext): Change {
  return {
    action: 'tier-migration.pause',
    outcome: 'requested',
    decide: (migration) => {
      const pausedBy = ctx.actor.name
      if (migration.status === 'running') return { status: 'pausing', pausedBy }
      if (migration.status !== 'queued') refuseState(migration, 'paused', 'Only a running one can be paused.')
      return { status: 'paused', pausedBy }
    },
  }
}
