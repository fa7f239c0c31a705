import type { ServiceContext } from '../../../platform/base/context.ts'
import { takeDueTimes } from '../../../platform/schedule/take-due-times.ts'

/** However many due times passed, they make one run: it takes all that is new, so none of them is lost. */
export async function takePipelineDueTimes(ctx: ServiceContext): Promise<void> {
  await takeDueTimes(ctx, {
    ...{ table: 'load_pipeline', topic: 'load-pipeline' },
    find: (tx, id) => tx.loadPipeline.findUnique({ where: { id } }),
    missedRunsOf: () => 'catch_up',
    take: async (tx, { id }, { nextDueAt }) => {
      // A pending run on request also covers this due time.
      await tx.$executeRaw`
        UPDATE load_pipeline SET "nextDueAt" = ${nextDueAt}, "askedAt" = coalesce("askedAt", now()) WHERE id = ${id}`
    },
  })
}
