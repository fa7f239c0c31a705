import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { anew, changeRemovalStatus, refuseRemovalState, requireReplicas } from './change-status.ts'
import { removalRef } from './schema.ts'

type Ref = z.input<typeof removalRef>

/** Ends a removal: what is in quarantine is brought back. What was deleted for good stays deleted. */
export async function restoreOrphanRemoval(ctx: ServiceContext, given: Ref) {
  const { id } = parseInput(removalRef, given)
  return changeRemovalStatus(ctx, id, 'orphan-removal.restore', async (removal) => {
    const cancelledBy = ctx.actor.name
    const { status, stage } = removal
    if (status === 'completed' || status === 'cancelled' || status === 'cancelling' || stage === 'restoring')
      refuseRemovalState(
        removal,
        'restored',
        stage === 'restoring' && status === 'failed' ? 'Retry it.' : 'No objects are left to restore.',
      )
    if (status === 'running' || status === 'pausing') return { status: 'cancelling', cancelledBy }
    return {
      ...anew,
      stage: 'restoring',
      cancelledBy,
      pausedBy: null,
      finishedAt: null,
      deleteAt: null,
      error: null,
    }
  })
}

/** Asks it to stand still after the objects that it has in hand. */
export async function pauseOrphanRemoval(ctx: ServiceContext, given: Ref) {
  const { id } = parseInput(removalRef, given)
  return changeRemovalStatus(ctx, id, 'orphan-removal.pause', async (removal) => {
    const pausedBy = ctx.actor.name
    if (removal.status === 'running') return { status: 'pausing', pausedBy }
    if (removal.status !== 'queued')
      refuseRemovalState(removal, 'paused', 'Only a running one can be paused.')
    return { status: 'paused', pausedBy }
  })
}

/** Lets it go on where it stands, after a pause or a failure. */
export async function resumeOrphanRemoval(ctx: ServiceContext, given: Ref) {
  const { id } = parseInput(removalRef, given)
  return changeRemovalStatus(ctx, id, 'orphan-removal.resume', async (removal, tx) => {
    if (removal.status !== 'paused' && removal.status !== 'failed')
      refuseRemovalState(removal, 'resumed', 'Only a paused or failed one can be resumed.')
    // Bringing back asks nobody.
    if (removal.stage !== 'restoring') await requireReplicas(tx, removal)
    return { ...anew, pausedBy: null, finishedAt: null, error: null }
  })
}
