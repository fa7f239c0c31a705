import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { changePipeline } from './change-pipeline.ts'
import { findOpenLoad } from './find-pipeline.ts'

/**
 * Forgets a pipeline and which objects it knows: another one over the same objects would load them again. Its loads stay
 * with their ledgers, and so does the audit.
 */
export async function removePipeline(ctx: ServiceContext, { id }: { id: string }): Promise<void> {
  await changePipeline(ctx, id, 'load-pipeline.remove', async (tx, pipeline) => {
    const open = await findOpenLoad(tx, id)
    if (open)
      throw new ServiceError('conflict', `The pipeline ${pipeline.name} has an open load: ${open.title}.`, {
        hint: 'Wait until it ends, or cancel it. Then remove the pipeline. To prevent new loads, pause it.',
      })
    const objects = await tx.loadPipelineObject.count({ where: { pipelineId: id } })
    await tx.loadPipeline.delete({ where: { id } })
    return { knownObjects: objects }
  })
}
