import type { ServiceContext } from '../base/context.ts'
import { changeLoad, refuseLoadState } from './change-status.ts'

/** Asks a load to stand still: a batch that arrives in the table ends first, one that is being read starts anew later. */
export async function pauseLoad(ctx: ServiceContext, { id }: { id: string }) {
  return changeLoad(ctx, id, {
    action: 'load-job.pause',
    decide: (job) => {
      const pausedBy = ctx.actor.name
      if (job.status === 'running') return { status: 'pausing', pausedBy }
      if (job.status !== 'queued') refuseLoadState(job, 'paused', 'Only a running one can be paused.')
      return { status: 'paused', pausedBy }
    },
  })
}

/** Lets a paused load go on with the batches that are left. */
export async function resumeLoad(ctx: ServiceContext, { id }: { id: string }) {
  return changeLoad(ctx, id, {
    action: 'load-job.resume',
    decide: (job) => {
      if (job.status !== 'paused') refuseLoadState(job, 'resumed', 'Only a paused load can be resumed.')
      return {
        status: 'queued',
        generation: { increment: 1 },
        recoveries: 0,
        pausedBy: null,
        waitReason: null,
      }
    },
  })
}
