import { lockPipelineTurn, notifyChange, type PipelineTurn } from '@frostline/db'
import { secondsBetweenLooks } from '@frostline/domain'
import type { ServiceContext } from '../../base/context.ts'
import type { ServiceError } from '../../base/service-error.ts'
import { findPipeline } from '../find-pipeline.ts'
import { readTrigger } from '../settings.ts'

/** A source that is away is asked again within this time, however seldom it is looked at otherwise. */
const longestWaitSeconds = 60

/** Says why the bucket could not be listed. What the last listing found stays, with its time. */
export async function recordFailedLook(
  ctx: ServiceContext,
  turn: PipelineTurn,
  { message, hint }: Pick<ServiceError, 'message' | 'hint'>,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockPipelineTurn(tx, turn)
    const pipeline = await findPipeline(tx, turn.pipelineId)
    const waitSeconds = Math.min(secondsBetweenLooks(readTrigger(pipeline)), longestWaitSeconds)
    const error = [message, hint].filter(Boolean).join(' ')
    await tx.$executeRaw`
      UPDATE load_pipeline
      SET "lookError" = ${error}, "lookErrorSince" = coalesce("lookErrorSince", now()), "lookingUntil" = NULL,
        "nextLookAt" = now() + make_interval(secs => ${waitSeconds})
      WHERE id = ${turn.pipelineId}`
    if (pipeline.lookError !== error) await notifyChange(tx, 'load-pipeline', turn.pipelineId)
  })
}
