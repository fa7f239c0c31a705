import type { ServiceContext } from '../base/context.ts'
import { type Change, changeTierMigration, refuseState } from './change-status.ts'
import { claimTable } from './claim-table.ts'

/** Lets a paused migration go on with the steps that are left. Each starts from observation. */
export async function resumeTierMigration(
  ctx: ServiceContext,
  input: { id: string },
): Promise<{ id: string }> {
  const changed = await changeTierMigration(ctx, input.id, resumeChange())
  return { id: changed.id }
}

export function resumeChange(): Change {
  return {
    action: 'tier-migration.resume',
    outcome: 'requested',
    decide: async (migration, tx) => {
      if (migration.status !== 'paused')
        refuseState(migration, 'resumed', 'Only a paused migration can be resumed.')
      await claimTable(tx, migration)
      return { status: 'queued', generation: { increment: 1 }, recoveries: 0, pausedBy: null }
    },
  }
}
