import { holdStarts, type Prisma } from '@frostline/db'
import { generationSpec } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { orderRun } from '../../platform/run/order-run.ts'
import type { RunOfKind } from '../../platform/run/run-of-kind.ts'
import type { RunRefInput } from '../../platform/run/run-schema.ts'
import { withRun } from '../../platform/run/stored-run.ts'
import { findRivalGeneration, requireRoleFor } from './plan-generation.ts'

export type StoredGeneration = Prisma.DataGenerationGetPayload<{ include: typeof withRun }>

export const generations: RunOfKind<StoredGeneration> = {
  kind: 'data-generation',
  find: (tx, id) => tx.dataGeneration.findUnique({ where: { id }, include: withRun }),
  nameOf: ({ bucket, prefix }) => `${bucket}/${prefix}`,
  cancelRest: (tx, generationId) =>
    tx.dataGenerationChunk.updateMany({
      where: { generationId, status: 'planned' },
      data: { status: 'cancelled' },
    }),
}

/** Kills running statements. Complete files stay, and are not written again. */
export const pauseGeneration = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, generations, given, 'pause')

/** Writes the rest. A query starts over: its earlier files are deleted first. */
export const resumeGeneration = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, generations, given, 'resume')

/** Kills running statements. Complete files stay in the bucket. */
export const cancelGeneration = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, generations, given, 'cancel')

/** Writes what is missing, in a new generation. A query starts over: its earlier files are deleted first. */
export const retryGeneration = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, generations, given, 'retry', async (generation, tx) => {
    const spec = generationSpec.parse(generation.spec)
    await requireRoleFor(ctx, spec)
    if (generation.sourceId === null)
      throw new ServiceError('conflict', `The source of ${generation.sourceName} was removed.`, {
        hint: 'Start a new generation from another source.',
      })
    await holdStarts(tx, 'data-generation')
    const rival = await findRivalGeneration(tx, spec)
    if (rival !== null) throw new ServiceError('conflict', rival)
    await tx.dataGenerationChunk.updateMany({
      where: { generationId: generation.id, status: { in: ['failed', 'cancelled'] } },
      data: { status: 'planned', finishedAt: null, errorCode: null, error: null },
    })
  })
