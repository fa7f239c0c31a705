import { notifyChange, storeLoadJob, type Transaction } from '@frostline/db'
import type { LoadBatch, LoadCheck, LoadSpec } from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { planLoad } from './plan-load.ts'
import { type LoadDraft, loadDraft } from './schema.ts'

/** A manifest of 100,000 rows and its audit entry, on a slow disk. */
export const queueLoadTransaction = { timeout: 30_000, maxWait: 5_000 } as const

export interface QueuedLoad {
  cluster: { id: string; name: string }
  sourceName: string
  title: string
  spec: LoadSpec
  checks: readonly LoadCheck[]
  objects: readonly StoredObject[]
  batches: readonly LoadBatch[]
  /** What began it; left out: who asks. */
  pipeline?: { id: string; name: string }
}

/** Stores a load with its manifest, queued, with its audit entry: a worker takes it from the ledger. */
export async function queueLoad(
  tx: Transaction,
  ctx: ServiceContext,
  load: QueuedLoad,
): Promise<{ id: string }> {
  const { cluster, sourceName, title, spec, checks, objects, batches, pipeline } = load
  const { id } = await storeLoadJob(tx, {
    clusterId: cluster.id,
    sourceId: spec.source.id,
    sourceName,
    title,
    spec,
    checks: checks.map((check) => ({ ...check })),
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
    ...(pipeline ? { pipelineId: pipeline.id } : {}),
  })
  await recordAudit(tx, ctx, {
    action: 'load-job.start',
    objectType: 'load-job',
    objectId: id,
    objectName: `${spec.target.database}.${spec.target.table}`,
    clusterId: cluster.id,
    clusterName: cluster.name,
    outcome: 'requested',
    details: {
      ...(pipeline ? { pipeline: pipeline.name } : {}),
      source: sourceName,
      bucket: spec.source.bucket,
      objects: objects.length,
      bytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n).toString(),
      strategy: spec.strategy.kind,
      badRows: spec.badRows.kind,
    },
  })
  await notifyChange(tx, 'load-job', id)
  return { id }
}

/** @throws ServiceError `invalid` naming the checks that keep a load from starting. */
export function refuseBlocking(checks: readonly LoadCheck[]): void {
  const blocking = checks.filter(({ outcome }) => outcome === 'blocking')
  if (blocking.length === 0) return
  throw new ServiceError('invalid', blocking.map(({ text }) => text).join(' '), {
    hint: blocking.map(({ hint }) => hint).join(' '),
  })
}

/**
 * Plans the load anew from the bucket and the nodes as they are now, and stores it queued with its manifest. The objects
 * of the manifest are loaded as they are at this moment, or not at all.
 * @throws ServiceError `invalid` naming the checks that keep it from starting.
 */
export async function startLoad(ctx: ServiceContext, given: LoadDraft): Promise<{ id: string }> {
  const name = `${given.target.database}.${given.target.table}`
  await authorize(ctx, 'operator', {
    action: 'load-job.start',
    objectType: 'load-job',
    objectName: name,
  })
  const draft = parseInput(loadDraft, given)
  const plan = await planLoad(ctx, draft)
  refuseBlocking(plan.checks)
  const cluster = await ctx.clusters.get(draft.cluster)
  return ctx.db.$transaction((tx) => queueLoad(tx, ctx, { ...plan, cluster }), queueLoadTransaction)
}
