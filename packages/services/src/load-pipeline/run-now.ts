import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { changePipeline } from './change-pipeline.ts'
import { findOpenLoad } from './find-pipeline.ts'

/**
 * Owes a run that a person asks for: the next look lists the bucket and takes what is new, beside the runs of its
 * trigger.
 * @throws ServiceError `conflict` while it is paused, or a load of it is open.
 */
export async function runPipelineNow(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  await changePipeline(ctx, id, 'load-pipeline.run-now', async (tx, pipeline) => {
    const refuse = (why: string, hint: string): never => {
      throw new ServiceError('conflict', `The pipeline ${pipeline.name} cannot run now. ${why}`, { hint })
    }
    if (!pipeline.enabled) refuse('It is paused.', 'Resume it first.')
    const open = await findOpenLoad(tx, id)
    if (open)
      refuse(
        `Its load "${open.title}" has not ended. A pipeline runs one load at a time.`,
        'Wait until it ends, or cancel it. New objects wait.',
      )
    // By the database's clock, which says when a look began: a look from before does not answer it.
    await tx.$executeRaw`
      UPDATE load_pipeline SET "askedAt" = now(), "askedBy" = ${ctx.actor.name}, "nextLookAt" = now() WHERE id = ${id}`
    return {}
  })
  return { id }
}

/** Looks at the bucket at once, to know the lag; loads nothing that its trigger would not load. */
export async function requestPipelineLook(
  ctx: ServiceContext,
  { id }: { id: string },
): Promise<{ id: string }> {
  await changePipeline(ctx, id, 'load-pipeline.look', async (tx) => {
    await tx.$executeRaw`UPDATE load_pipeline SET "nextLookAt" = now() WHERE id = ${id}`
    return {}
  })
  return { id }
}
