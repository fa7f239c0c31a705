import { holdStarts, notifyChange, storeDataGeneration } from '@frostline/db'
import { onReachableNodes } from '../../benchmarks/sql-judgement/on-reachable-nodes.ts'
import { requireSafeSelect } from '../../benchmarks/sql-judgement/require-safe-select.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { withBucket } from '../source/browse/with-bucket.ts'
import { findForeignObjects, findRivalGeneration, planGeneration, requireRoleFor } from './plan-generation.ts'
import { type GenerationDraft, generationDraft } from './schema.ts'

/**
 * Checks that the folder is empty and stores the generation, queued: a worker takes it from the ledger.
 * @throws ServiceError `conflict` where the folder has content, or another generation writes there.
 */
export async function startGeneration(ctx: ServiceContext, given: GenerationDraft): Promise<{ id: string }> {
  const attempt = {
    action: 'data-generation.start',
    objectType: 'data-generation',
    objectName: `${given.spec.source.bucket}/${given.spec.prefix}`,
  }
  await authorize(ctx, 'operator', attempt)
  const { cluster: key, spec } = parseInput(generationDraft, given)
  await requireRoleFor(ctx, spec, attempt)
  const cluster = await ctx.clusters.get(key)
  const { content } = spec
  if (content.kind === 'query')
    await onReachableNodes(cluster.nodes, (node) => requireSafeSelect(node, 'query', content.query))
  const { bucket } = spec.source
  const { chunks, name } = await withBucket(ctx, { id: spec.source.id, bucket }, async (source) => {
    const foreign = await findForeignObjects(spec, source)
    if (foreign !== null) throw new ServiceError('conflict', foreign, { hint: 'Choose another folder.' })
    return { ...planGeneration(spec, source), name: source.name }
  })
  return ctx.db.$transaction(
    async (tx) => {
      await holdStarts(tx, 'data-generation')
      const rival = await findRivalGeneration(tx, spec)
      if (rival !== null) throw new ServiceError('conflict', rival)
      const { id } = await storeDataGeneration(tx, {
        clusterId: cluster.id,
        sourceId: spec.source.id,
        sourceName: name,
        bucket,
        prefix: spec.prefix,
        spec,
        requestedById: ctx.actor.id,
        requestedBy: ctx.actor.name,
        chunks,
        now: ctx.now(),
      })
      await recordAudit(tx, ctx, {
        ...attempt,
        objectId: id,
        objectName: `${bucket}/${spec.prefix}`,
        clusterId: cluster.id,
        clusterName: cluster.name,
        outcome: 'requested',
        details: {
          source: name,
          content: spec.content.kind === 'template' ? spec.content.template : 'query',
          format: spec.format,
          rows: String(spec.rows),
          files: chunks.reduce((sum, { files }) => sum + files, 0),
        },
      })
      await notifyChange(tx, 'data-generation', id)
      return { id }
    },
    { timeout: 30_000, maxWait: 5_000 },
  )
}
