import { lockGenerationStarts } from '@frostline/db'
import { generationSpec } from '@frostline/domain'
import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeGeneration, refuseGenerationState } from './change-status.ts'
import { findRivalGeneration } from './find-obstacle.ts'
import { requireRoleFor } from './require-role.ts'
import type { generationRef } from './schema.ts'

/** Writes what is not written, in a new start. A query starts over: its files of before are taken away first. */
export async function retryGeneration(ctx: ServiceContext, { id }: z.input<typeof generationRef>) {
  return changeGeneration(ctx, id, {
    action: 'data-generation.retry',
    decide: async (generation, tx) => {
      const spec = generationSpec.parse(generation.spec)
      await requireRoleFor(ctx, spec)
      if (generation.status !== 'failed' && generation.status !== 'cancelled')
        refuseGenerationState(generation, 'retried', 'Only a failed or cancelled one can be retried.')
      if (generation.sourceId === null)
        refuseGenerationState(
          generation,
          'retried',
          'Its source was removed. Start a new one from another source.',
        )
      await lockGenerationStarts(tx)
      const rival = await findRivalGeneration(tx, spec)
      if (rival !== null) throw new ServiceError('conflict', rival)
      await tx.dataGenerationChunk.updateMany({
        where: { generationId: id, status: { in: ['failed', 'cancelled'] } },
        data: { status: 'planned', finishedAt: null, errorCode: null, error: null },
      })
      return {
        status: 'queued',
        starts: { increment: 1 },
        recoveries: 0,
        cancelledBy: null,
        finishedAt: null,
        error: null,
      }
    },
  })
}
