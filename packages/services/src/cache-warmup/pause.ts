import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { changeWarmup, refuseWarmupState } from './change-status.ts'
import type { warmupRef } from './schema.ts'

type Ref = z.input<typeof warmupRef>

/** Asks a warm-up to stand still: readings under way are killed. What they have cached stays. */
export async function pauseWarmup(ctx: ServiceContext, { id }: Ref) {
  return changeWarmup(ctx, id, {
    action: 'cache-warmup.pause',
    decide: (warmup) => {
      const pausedBy = ctx.actor.name
      if (warmup.status === 'running') return { status: 'pausing', pausedBy }
      if (warmup.status !== 'queued') refuseWarmupState(warmup, 'paused', 'Only a running one can be paused.')
      return { status: 'paused', pausedBy }
    },
  })
}

/** Lets it go on: what is cached already is not fetched again. */
export async function resumeWarmup(ctx: ServiceContext, { id }: Ref) {
  return changeWarmup(ctx, id, {
    action: 'cache-warmup.resume',
    decide: (warmup) => {
      if (warmup.status !== 'paused')
        refuseWarmupState(warmup, 'resumed', 'Only a paused warm-up can be resumed.')
      return { status: 'queued', starts: { increment: 1 }, recoveries: 0, pausedBy: null, waitReason: null }
    },
  })
}
