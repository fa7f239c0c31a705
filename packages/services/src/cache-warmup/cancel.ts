import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { changeWarmup, refuseWarmupState } from './change-status.ts'
import type { warmupRef } from './schema.ts'

/** Asks a warm-up to stop: readings under way are killed. What is cached stays. */
export async function cancelWarmup(ctx: ServiceContext, { id }: z.input<typeof warmupRef>) {
  return changeWarmup(ctx, id, {
    action: 'cache-warmup.cancel',
    decide: async (warmup, tx) => {
      const cancelledBy = ctx.actor.name
      if (warmup.status === 'running' || warmup.status === 'pausing')
        return { status: 'cancelling', cancelledBy }
      if (warmup.status !== 'queued' && warmup.status !== 'paused')
        refuseWarmupState(warmup, 'cancelled', 'Nothing is running.')
      await tx.cacheWarmupStep.updateMany({
        where: { warmupId: id, status: { in: ['planned', 'running'] } },
        data: { status: 'cancelled' },
      })
      return { status: 'cancelled', cancelledBy, finishedAt: ctx.now() }
    },
  })
}
