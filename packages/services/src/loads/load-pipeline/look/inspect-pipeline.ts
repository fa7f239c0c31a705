import {
  lockPipelineTurn,
  notifyChange,
  type PipelineTurn,
  StaleWriterError,
  takePipelineTurn,
} from '@frostline/db'
import { loadSpec, secondsBetweenChecks } from '@frostline/domain'
import type { ServiceContext } from '../../../platform/base/context.ts'
import type { ServiceError } from '../../../platform/base/service-error.ts'
import { toServiceError } from '../../../platform/base/to-service-error.ts'
import { findPipeline } from '../find-pipeline.ts'
import { readTrigger } from '../settings.ts'
import { type Listing, listWaiting } from './list-waiting.ts'
import { settlePipelineCheck } from './settle-look.ts'

/** Maximum wait until an unreachable source is listed again, however rarely it is listed otherwise. */
const longestWaitSeconds = 60

/** Records why the bucket could not be listed. The result of the last listing stays, with its time. */
async function recordFailedLook(
  ctx: ServiceContext,
  turn: PipelineTurn,
  { message, hint }: Pick<ServiceError, 'message' | 'hint'>,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockPipelineTurn(tx, turn)
    const pipeline = await findPipeline(tx, turn.pipelineId)
    const waitSeconds = Math.min(secondsBetweenChecks(readTrigger(pipeline)), longestWaitSeconds)
    const error = [message, hint].filter(Boolean).join(' ')
    await tx.$executeRaw`
      UPDATE load_pipeline
      SET "lookError" = ${error}, "lookErrorSince" = coalesce("lookErrorSince", now()), "lookingUntil" = NULL,
        "nextLookAt" = now() + make_interval(secs => ${waitSeconds})
      WHERE id = ${turn.pipelineId}`
    if (pipeline.lookError !== error) await notifyChange(tx, 'load-pipeline', turn.pipelineId)
  })
}

/**
 * Checks the bucket of a pipeline once: lists it, compares it with the ledger, and in one transaction stores the result
 * and starts the load that takes it. A worker that dies before that transaction has changed nothing; one that lost its
 * turn writes nothing.
 */
export async function inspectPipeline(ctx: ServiceContext, id: string): Promise<void> {
  const turn = await takePipelineTurn(ctx.db, id, ctx.actor.id)
  if (turn === null) return
  try {
    const listing = await listOrTell(ctx, turn)
    if (listing !== null) await settlePipelineCheck(ctx, turn, listing)
  } catch (error) {
    if (!(error instanceof StaleWriterError)) throw error
  }
}

/** Null: the bucket could not be listed, which is recorded. */
async function listOrTell(ctx: ServiceContext, turn: PipelineTurn): Promise<Listing | null> {
  try {
    const { sourceId, spec } = await findPipeline(ctx.db, turn.pipelineId)
    const { bucket, selection } = loadSpec.parse(spec).source
    if (selection.kind !== 'glob') throw new Error('A pipeline has picked keys.')
    return await listWaiting(ctx, turn, { sourceId, bucket, glob: selection.glob })
  } catch (error) {
    const told = toServiceError(error)
    if (told === undefined) throw error
    await recordFailedLook(ctx, turn, told)
    return null
  }
}
