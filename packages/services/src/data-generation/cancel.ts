import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { changeGeneration, refuseGenerationState } from './change-status.ts'
import type { generationRef } from './schema.ts'

/** Asks a generation to stop: statements under way are killed. Files that are whole stay in the bucket. */
export async function cancelGeneration(ctx: ServiceContext, { id }: z.input<typeof generationRef>) {
  return changeGeneration(ctx, id, {
    action: 'data-generation.cancel',
    decide: async (generation, tx) => {
      const cancelledBy = ctx.actor.name
      if (generation.status === 'running') return { status: 'cancelling', cancelledBy }
      if (generation.status !== 'queued')
        refuseGenerationState(generation, 'cancelled', 'Nothing is running.')
      await tx.dataGenerationChunk.updateMany({
        where: { generationId: id, status: 'planned' },
        data: { status: 'cancelled' },
      })
      return { status: 'cancelled', cancelledBy, finishedAt: ctx.now() }
    },
  })
}
