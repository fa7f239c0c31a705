import { recordPipelineObjects, StaleWriterError, type Transaction } from '@frostline/db'
import { loadSpec } from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import type { ServiceContext } from '../../base/context.ts'
import { cutBatches } from '../../load-job/cut-batches.ts'
import { queueLoad } from '../../load-job/queue-load.ts'
import type { StoredPipeline } from '../find-pipeline.ts'
import { resolvePipelineOwner } from '../pipeline-owner.ts'

export type BegunLoad = { kind: 'begun'; jobId: string } | { kind: 'refused'; reason: string }

/**
 * Queues a load of the objects in the name of the owner, and writes down that they are taken. A retry of an older load
 * may have taken one a moment ago: then nothing is written, and the next look sees it.
 */
export async function beginPipelineLoad(
  tx: Transaction,
  ctx: ServiceContext,
  pipeline: StoredPipeline,
  objects: readonly StoredObject[],
): Promise<BegunLoad> {
  const owner = await resolvePipelineOwner(tx, pipeline, ctx.now())
  if (owner.kind === 'fault') return { kind: 'refused', reason: owner.reason }
  const { id, name, cluster, source } = pipeline
  const spec = loadSpec.parse(pipeline.spec)
  const job = await queueLoad(
    tx,
    { ...ctx, actor: owner.actor },
    {
      cluster,
      sourceName: source.name,
      title: `${name}: ${objects.length} ${objects.length === 1 ? 'object' : 'objects'} into ${spec.target.database}.${spec.target.table}`,
      spec,
      checks: [],
      objects,
      batches: cutBatches(spec, objects),
      pipeline: { id, name },
    },
  )
  const recorded = await recordPipelineObjects(
    tx,
    { pipelineId: id, state: 'taken', jobId: job.id, now: ctx.now() },
    objects.map(({ lastModified, ...object }) => ({ ...object, modifiedAt: lastModified })),
  )
  if (recorded !== objects.length) throw new StaleWriterError(`An object of the pipeline ${id}`)
  return { kind: 'begun', jobId: job.id }
}
