import { notifyChange, storeLoadJob } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { planLoad } from './plan-load.ts'
import { type LoadDraft, loadDraft } from './schema.ts'

/** A manifest of 100,000 rows and its audit entry, on a slow disk. */
const transactionMs = 30_000

/**
 * Plans the load anew from the bucket and the nodes as they are now, and stores it queued with its manifest: a worker
 * takes it from the ledger. The objects of the manifest are loaded as they are at this moment, or not at all.
 * @throws ServiceError `invalid` naming the checks that keep it from starting.
 */
export async function startLoad(ctx: ServiceContext, given: LoadDraft): Promise<{ id: string }> {
  const name = `${given.target.database}.${given.target.table}`
  const about = { action: 'load-job.start', objectType: 'load-job', objectName: name }
  await authorize(ctx, 'operator', about)
  const draft = parseInput(loadDraft, given)
  const plan = await planLoad(ctx, draft)
  const blocking = plan.checks.filter(({ outcome }) => outcome === 'blocking')
  if (blocking.length > 0)
    throw new ServiceError('invalid', blocking.map(({ text }) => text).join(' '), {
      hint: blocking.map(({ hint }) => hint).join(' '),
    })
  const cluster = await ctx.clusters.get(draft.cluster)
  const { spec, objects, batches } = plan
  return ctx.db.$transaction(
    async (tx) => {
      const { id } = await storeLoadJob(tx, {
        clusterId: cluster.id,
        sourceId: draft.source.id,
        sourceName: plan.sourceName,
        title: plan.title,
        spec,
        checks: plan.checks.map((check) => ({ ...check })),
        requestedById: ctx.actor.id,
        requestedBy: ctx.actor.name,
        files: objects.map(({ key, sizeBytes, etag, lastModified }) => ({
          key,
          sizeBytes,
          etag,
          modifiedAt: lastModified,
        })),
        batches,
        now: ctx.now(),
      })
      await recordAudit(tx, ctx, {
        ...about,
        objectId: id,
        clusterId: cluster.id,
        clusterName: cluster.name,
        outcome: 'requested',
        details: {
          source: plan.sourceName,
          bucket: draft.source.bucket,
          objects: objects.length,
          bytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n).toString(),
          strategy: spec.strategy.kind,
          badRows: spec.badRows.kind,
        },
      })
      await notifyChange(tx, 'load-job', id)
      return { id }
    },
    { timeout: transactionMs, maxWait: 5_000 },
  )
}
