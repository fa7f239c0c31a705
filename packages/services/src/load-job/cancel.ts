import type { ServiceContext } from '../base/context.ts'
import { changeLoad, refuseLoadState } from './change-status.ts'

/**
 * Asks a load to stop. Statements under way are killed and what they staged is dropped; a batch that has begun to
 * arrive in the table is brought to its end, since half of it must not stay. What has arrived stays.
 */
export async function cancelLoad(ctx: ServiceContext, { id }: { id: string }) {
  return changeLoad(ctx, id, {
    action: 'load-job.cancel',
    decide: async (job, tx) => {
      const cancelledBy = ctx.actor.name
      if (job.status === 'running' || job.status === 'pausing') return { status: 'cancelling', cancelledBy }
      if (job.status !== 'queued' && job.status !== 'paused')
        refuseLoadState(job, 'cancelled', 'Nothing is running.')
      const begun = await tx.loadBatch.count({
        where: { jobId: id, status: { in: ['loading', 'publishing'] } },
      })
      if (begun > 0)
        refuseLoadState(
          job,
          'cancelled yet',
          'A batch is partly in the table and must be completed first. Resume the load, then cancel it.',
        )
      const now = ctx.now()
      await tx.loadBatch.updateMany({
        where: { jobId: id, status: 'planned' },
        data: { status: 'cancelled', finishedAt: now },
      })
      await tx.loadFile.updateMany({
        where: { jobId: id, status: 'waiting' },
        data: { status: 'cancelled' },
      })
      return { status: 'cancelled', cancelledBy, finishedAt: now }
    },
  })
}
