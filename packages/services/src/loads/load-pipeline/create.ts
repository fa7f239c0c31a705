import { notifyChange, recordPipelineObjects, type Transaction } from '@frostline/db'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { planLoad } from '../load-job/plan-load.ts'
import { planStatements } from '../load-job/planned-statements.ts'
import { queueLoadTransaction, refuseBlocking } from '../load-job/queue-load.ts'
import { withBucket } from '../source/browse/with-bucket.ts'
import { type CreatePipelineInput, createPipelineInput } from './schema.ts'
import { auditSettings, explainTakenPipelineName, nextDueOf, toColumns } from './settings.ts'

/** A pipeline that was planned from the bucket and the nodes as they were then. */
export type PlannedPipeline = Awaited<ReturnType<typeof planPipeline>>

/**
 * Plans the load of a pipeline. Changes nothing.
 * @throws ServiceError `invalid` naming the checks that block such a load.
 */
export async function planPipeline(ctx: ServiceContext, input: CreatePipelineInput) {
  await authorize(ctx, 'operator', aboutNew(input))
  const { startWith, name, trigger, newVersions, maxObjects, maxBytes, ...draft } = parseInput(
    createPipelineInput,
    input,
  )
  const settings = { name, trigger, newVersions, maxObjects, maxBytes }
  const plan = await planLoad(ctx, { ...draft, title: name })
  refuseBlocking(plan.checks)
  const statements = await withBucket(ctx, draft.source, async (source) => planStatements(plan, source, 0))
  const cluster = await ctx.clusters.get(draft.cluster)
  return { settings, startWith, draft, plan, statements, cluster: { id: cluster.id, name: cluster.name } }
}

/**
 * Stores a repeating load, enabled, owned by the caller. It is planned once like a load, from the bucket and the nodes
 * as they are now. One that starts with new objects marks the existing ones as known.
 * @throws ServiceError `invalid` naming the checks that block such a load.
 */
export async function createPipeline(
  ctx: ServiceContext,
  input: CreatePipelineInput,
): Promise<{ id: string }> {
  const planned = await planPipeline(ctx, input)
  try {
    return await ctx.db.$transaction((tx) => storePipeline(tx, ctx, planned), queueLoadTransaction)
  } catch (error) {
    throw explainTakenPipelineName(error, planned.settings.name)
  }
}

/** Within a transaction, of somebody who was authorized. */
export async function storePipeline(
  tx: Transaction,
  ctx: ServiceContext,
  { settings, startWith, draft, plan, statements, cluster }: PlannedPipeline,
): Promise<{ id: string }> {
  const now = ctx.now()
  const { id } = await tx.loadPipeline.create({
    data: {
      ...toColumns(settings),
      clusterId: cluster.id,
      sourceId: draft.source.id,
      spec: plan.spec,
      statements,
      ownerType: ctx.actor.type,
      ownerId: ctx.actor.id,
      ownerName: ctx.actor.name,
      createdBy: ctx.actor.name,
      createdAt: now,
      updatedAt: now,
      enabled: true,
      enabledAt: now,
      nextDueAt: nextDueOf(settings.trigger, now),
      nextLookAt: now,
    },
    select: { id: true },
  })
  if (startWith === 'new')
    await recordPipelineObjects(
      tx,
      { pipelineId: id, state: 'present', jobId: null, now },
      plan.objects.map(({ lastModified, ...object }) => ({ ...object, modifiedAt: lastModified })),
    )
  await recordAudit(tx, ctx, {
    ...aboutNew(settings),
    objectId: id,
    clusterId: cluster.id,
    clusterName: cluster.name,
    outcome: 'succeeded',
    details: {
      ...auditSettings(settings),
      startWith,
      source: plan.sourceName,
      objects: `${draft.source.bucket}/${draft.source.selection.glob}`,
      table: `${draft.target.database}.${draft.target.table}`,
      strategy: plan.spec.strategy.kind,
    },
  })
  await notifyChange(tx, 'load-pipeline', id)
  return { id }
}

function aboutNew({ name }: { name: string }) {
  return { action: 'load-pipeline.create', objectType: 'load-pipeline', objectName: name }
}
