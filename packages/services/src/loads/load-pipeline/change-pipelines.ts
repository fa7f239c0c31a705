import { notifyChange, type Transaction } from '@frostline/db'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { findOpenLoad, lockPipeline, type StoredPipeline } from './find-pipeline.ts'
import { resolvePipelineOwner } from './pipeline-owner.ts'
import { type UpdatePipelineInput, updatePipelineInput } from './schema.ts'
import { auditSettings, explainTakenPipelineName, nextDueOf, readTrigger, toColumns } from './settings.ts'

/** Changes later runs. A running load is not affected; skipped versions stay skipped. */
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

/**
 * Deletes a pipeline and its list of known objects: another one over the same objects would load them again. Its loads
 * keep their ledgers, and the audit stays.
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

/** Starts no more loads; a running one continues. The bucket is still listed, to measure the lag. */
export async function pausePipeline(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  await changePipeline(ctx, id, 'load-pipeline.pause', async (tx) => {
    await tx.loadPipeline.update({
      where: { id },
      data: {
        enabled: false,
        pausedBy: ctx.actor.name,
        stoppedReason: null,
        nextDueAt: null,
        askedAt: null,
        askedBy: null,
      },
    })
    return {}
  })
  return { id }
}

/**
 * Lets it load again from now on. Missed due times are not caught up; objects that arrived meanwhile are loaded. If its
 * owner may no longer load, whoever resumes it becomes its owner.
 */
export async function resumePipeline(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  await changePipeline(ctx, id, 'load-pipeline.resume', async (tx, pipeline) => {
    const now = ctx.now()
    const owner = await resolvePipelineOwner(tx, pipeline, now)
    await tx.loadPipeline.update({
      where: { id },
      data: {
        enabled: true,
        enabledAt: now,
        pausedBy: null,
        stoppedReason: null,
        nextLookAt: now,
        nextDueAt: nextDueOf(readTrigger(pipeline), now),
        ...(owner.kind === 'may'
          ? {}
          : { ownerType: ctx.actor.type, ownerId: ctx.actor.id, ownerName: ctx.actor.name }),
      },
    })
    return owner.kind === 'may' ? {} : { formerOwner: pipeline.ownerName }
  })
  return { id }
}

/**
 * Makes a run due on request: the next check lists the bucket and takes what is new, in addition to the runs of its
 * trigger.
 * @throws ServiceError `conflict` while it is paused, or one of its loads is open.
 */
export async function runPipelineNow(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  await changePipeline(ctx, id, 'load-pipeline.run-now', async (tx, pipeline) => {
    const refuse = (why: string, hint: string): never => {
      throw new ServiceError('conflict', `The pipeline ${pipeline.name} cannot run now. ${why}`, { hint })
    }
    if (!pipeline.enabled) refuse('It is paused.', 'Resume it first.')
    const open = await findOpenLoad(tx, id)
    if (open)
      refuse(
        `Its load "${open.title}" has not ended. A pipeline runs one load at a time.`,
        'Wait until it ends, or cancel it. New objects wait.',
      )
    // By the database's clock, which also records when a check started: an earlier check does not count.
    await tx.$executeRaw`
      UPDATE load_pipeline SET "askedAt" = now(), "askedBy" = ${ctx.actor.name}, "nextLookAt" = now() WHERE id = ${id}`
    return {}
  })
  return { id }
}

/** Lists the bucket at once to measure the lag; loads nothing that its trigger would not load. */
export async function requestPipelineCheck(
  ctx: ServiceContext,
  { id }: { id: string },
): Promise<{ id: string }> {
  await changePipeline(ctx, id, 'load-pipeline.look', async (tx) => {
    await tx.$executeRaw`UPDATE load_pipeline SET "nextLookAt" = now() WHERE id = ${id}`
    return {}
  })
  return { id }
}

/** @throws ServiceError `conflict` naming the pipelines that read from a source. */
export async function refusePipelines(tx: Transaction, sourceId: string): Promise<void> {
  const pipelines = await tx.loadPipeline.findMany({
    where: { sourceId },
    select: { name: true },
    orderBy: { name: 'asc' },
    take: 5,
  })
  if (pipelines.length === 0) return
  throw new ServiceError(
    'conflict',
    `Pipelines read from it: ${pipelines.map(({ name }) => name).join('; ')}.`,
    {
      hint: 'Remove them first. Their loads are kept.',
    },
  )
}

/** One person's change of a pipeline: authorized, under its lock, audited, announced. */
async function changePipeline(
  ctx: ServiceContext,
  id: string,
  action: string,
  change: (tx: Transaction, pipeline: StoredPipeline) => Promise<AuditFacts['details']>,
): Promise<void> {
  const known = await ctx.db.loadPipeline.findUnique({ where: { id }, include: { cluster: true } })
  const object = {
    action,
    objectType: 'load-pipeline',
    objectId: id,
    objectName: known?.name ?? id,
    clusterId: known?.clusterId,
    clusterName: known?.cluster.name,
  }
  await authorize(ctx, 'operator', object)
  await ctx.db.$transaction(async (tx) => {
    const pipeline = await lockPipeline(tx, id)
    const { clusterId, name } = pipeline
    if (!action.endsWith('.run-now') && !action.endsWith('.look'))
      await refuseManaged(tx, ctx, { kind: 'pipelines', clusterId, name })
    const details = await change(tx, pipeline)
    await recordAudit(tx, ctx, { ...object, outcome: 'succeeded', details })
    await notifyChange(tx, 'load-pipeline', id)
  })
}
