import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { changePipeline } from './change-pipeline.ts'
import { type UpdatePipelineInput, updatePipelineInput } from './schema.ts'
import { auditSettings, explainTakenPipelineName, nextDueOf, toColumns } from './settings.ts'

/** Changes what later runs do. A load that is under way goes on as it was; versions that were left out stay out. */
export async function updatePipeline(
  ctx: ServiceContext,
  input: UpdatePipelineInput,
): Promise<{ id: string }> {
  try {
    await changePipeline(ctx, input.id, 'load-pipeline.update', async (tx, pipeline) => {
      const { id, ...given } = parseInput(updatePipelineInput, input)
      const now = ctx.now()
      await tx.loadPipeline.update({
        where: { id },
        data: {
          ...toColumns(given),
          updatedAt: now,
          nextLookAt: now,
          nextDueAt: pipeline.enabled ? nextDueOf(given.trigger, now) : null,
        },
      })
      return auditSettings(given)
    })
    return { id: input.id }
  } catch (error) {
    throw explainTakenPipelineName(error, input.name)
  }
}
