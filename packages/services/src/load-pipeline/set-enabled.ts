import type { ServiceContext } from '../base/context.ts'
import { changePipeline } from './change-pipeline.ts'
import { resolvePipelineOwner } from './pipeline-owner.ts'
import { nextDueOf, readTrigger } from './settings.ts'

/** Begins no load any more; one that is under way goes on. The bucket is still looked at: what is new is the lag. */
export async function pausePipeline(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  await changePipeline(ctx, id, 'load-pipeline.pause', async (tx) => {
    await tx.loadPipeline.update({
      where: { id },
      data: {
        enabled: false,
        pausedBy: ctx.actor.name,
        stoppedReason: null,
        nextDueAt: null,
        askedAt: null,
        askedBy: null,
      },
    })
    return {}
  })
  return { id }
}

/**
 * Lets it load again, from now on. Due times that passed meanwhile are not caught up; the objects that came meanwhile
 * are. Where its owner may not load any more, whoever resumes it becomes its owner.
 */
export async function resumePipeline(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  await changePipeline(ctx, id, 'load-pipeline.resume', async (tx, pipeline) => {
    const now = ctx.now()
    const owner = await resolvePipelineOwner(tx, pipeline, now)
    await tx.loadPipeline.update({
      where: { id },
      data: {
        enabled: true,
        enabledAt: now,
        pausedBy: null,
        stoppedReason: null,
        nextLookAt: now,
        nextDueAt: nextDueOf(readTrigger(pipeline), now),
        ...(owner.kind === 'may'
          ? {}
          : { ownerType: ctx.actor.type, ownerId: ctx.actor.id, ownerName: ctx.actor.name }),
      },
    })
    return owner.kind === 'may' ? {} : { formerOwner: pipeline.ownerName }
  })
  return { id }
}
