import type { ServiceContext } from '../base/context.ts'
import { changeLoad, refuseLoadState } from './change-status.ts'

/**
 * Gives up what a cancelled load keeps for a retry. A worker drops the staging tables within minutes; a retry reads the
 * objects again.
 */
export async function dropKeptOfLoad(ctx: ServiceContext, { id }: { id: string }) {
  return changeLoad(ctx, id, {
    action: 'load-job.drop-kept',
    takesUp: false,
    decide: async (job, tx) => {
      const { count } = await tx.loadBatch.updateMany({
        where: { jobId: id, status: 'cancelled', keepsStaged: true },
        data: { keepsStaged: false, waitReason: null },
      })
      if (job.status !== 'cancelled' || count === 0)
        refuseLoadState(
          job,
          'cleaned up',
          'Only a cancelled load can have staged rows, and this load has none.',
        )
      return {}
    },
  })
}
