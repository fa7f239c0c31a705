import {
  lockPipelineTurn,
  notifyChange,
  type PipelineTurn,
  recordPipelineObjects,
  StaleWriterError,
  type Transaction,
} from '@frostline/db'
import {
  chooseObjects,
  compareOldestObject,
  decideRun,
  judgeObject,
  loadSpec,
  maxFailedLoads,
  type ObjectVerdict,
  secondsBetweenChecks,
} from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { cutBatches } from '../../load-job/plan-load.ts'
import { queueLoad, queueLoadTransaction } from '../../load-job/queue-load.ts'
import { findOpenLoad, findPipeline, type StoredPipeline } from '../find-pipeline.ts'
import { resolvePipelineOwner } from '../pipeline-owner.ts'
import { readTrigger } from '../settings.ts'
import type { Listing } from './list-waiting.ts'

const waitingShown = 20

/** Stores the result of a check and starts what follows from it: all of it, or nothing. */
export async function settlePipelineCheck(
  ctx: ServiceContext,
  turn: PipelineTurn,
  listing: Listing,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockPipelineTurn(tx, turn)
    const pipeline = await findPipeline(tx, turn.pipelineId)
    const { ready, leftOut } = await recordVerdicts(tx, ctx, pipeline, listing)
    const run = await runIfDue(tx, ctx, pipeline, turn, ready, listing)
    const waits = without(ready, run.taken)
    const left = waits.length + listing.beyond.objects
    await recordLook(tx, pipeline, listing, waits)
    if (run.ran) await recordRun(tx, ctx, pipeline.id, run, left)
    const { waitingObjects, lookErrorSince, lastListedAt } = pipeline
    const news = left !== waitingObjects || leftOut > 0 || lookErrorSince !== null || lastListedAt === null
    if (run.ran || news) await notifyChange(tx, 'load-pipeline', pipeline.id)
  }, queueLoadTransaction)
}

/** Skipped objects are known from now on. */
async function recordVerdicts(
  tx: Transaction,
  ctx: ServiceContext,
  { id: pipelineId, newVersions }: StoredPipeline,
  { unknown }: Listing,
): Promise<{ ready: StoredObject[]; leftOut: number }> {
  const by: Record<ObjectVerdict, StoredObject[]> = { wait: [], new_version: [], unreadable: [] }
  for (const { object, ...facts } of unknown) by[judgeObject(facts, newVersions)].push(object)
  for (const state of ['new_version', 'unreadable'] as const)
    await recordPipelineObjects(
      tx,
      { pipelineId, state, jobId: null, now: ctx.now() },
      by[state].map(({ lastModified, ...object }) => ({ ...object, modifiedAt: lastModified })),
    )
  return { ready: by.wait, leftOut: by.new_version.length + by.unreadable.length }
}

interface Run {
  ran: boolean
  /** The run that was due when the check started has been handled. */
  answered: boolean
  taken: readonly StoredObject[]
}

async function runIfDue(
  tx: Transaction,
  ctx: ServiceContext,
  pipeline: StoredPipeline,
  turn: PipelineTurn,
  ready: readonly StoredObject[],
  { beyond }: Listing,
): Promise<Run> {
  const { askedAt, askedBy } = pipeline
  const answered = askedAt !== null && askedAt <= turn.startedAt
  const failedLoads = await countFailedLoads(tx, pipeline)
  const decision = decideRun({
    enabled: pipeline.enabled,
    trigger: pipeline.trigger,
    asked: !answered ? 'no' : askedBy === null ? 'due' : 'by-person',
    openLoad: (await findOpenLoad(tx, pipeline.id)) !== null,
    waiting: ready.length + beyond.objects,
    failedLoads,
  })
  if (decision === 'nothing-new') return { ran: true, answered, taken: [] }
  if (decision === 'take') {
    const chosen = chooseObjects(ready, pipeline)
    const begun = await beginPipelineLoad(tx, ctx, pipeline, chosen)
    if (begun.kind === 'begun') return { ran: true, answered, taken: chosen }
    await stopPipeline(tx, ctx, pipeline, begun.reason)
  }
  if (decision === 'stop')
    await stopPipeline(tx, ctx, pipeline, `Its last ${failedLoads} loads failed without loading any object.`)
  return { ran: false, answered, taken: [] }
}

function without(all: readonly StoredObject[], taken: readonly StoredObject[]): StoredObject[] {
  const gone = new Set(taken)
  return all.filter((object) => !gone.has(object))
}

async function recordLook(
  tx: Transaction,
  pipeline: StoredPipeline,
  { matched, beyond }: Listing,
  waits: readonly StoredObject[],
): Promise<void> {
  const oldest = waits.toSorted(compareOldestObject).slice(0, waitingShown)
  const first = oldest.map(({ key, sizeBytes, lastModified }) => ({
    key,
    sizeBytes: String(sizeBytes),
    modifiedAt: lastModified.toISOString(),
  }))
  await tx.$executeRaw`
    UPDATE load_pipeline
    SET "lastListedAt" = now(), "listedObjects" = ${matched}, "lookError" = NULL, "lookErrorSince" = NULL,
      "lookingUntil" = NULL,
      "nextLookAt" = now() + make_interval(secs => ${secondsBetweenChecks(readTrigger(pipeline))}),
      "waitingObjects" = ${waits.length + beyond.objects},
      "waitingBytes" = ${waits.reduce((sum, { sizeBytes }) => sum + sizeBytes, beyond.bytes)},
      "oldestWaiting" = ${oldest[0]?.lastModified ?? null}, "waitingFirst" = ${JSON.stringify(first)}::jsonb
    WHERE id = ${pipeline.id}`
}

async function recordRun(
  tx: Transaction,
  ctx: ServiceContext,
  id: string,
  { taken: { length: taken }, answered }: Run,
  left: number,
): Promise<void> {
  const rest = left === 0 ? '' : ` ${left} more wait for the next run.`
  await tx.loadPipeline.update({
    where: { id },
    data: {
      ...(answered ? { askedAt: null, askedBy: null } : {}),
      lastRunAt: ctx.now(),
      lastRunNote:
        taken === 0 ? 'Nothing was new.' : `It took ${taken} ${taken === 1 ? 'object' : 'objects'}.${rest}`,
    },
  })
}

/** Consecutive loads since it was created or resumed that failed without a single object, up to the limit. */
async function countFailedLoads(
  tx: Transaction,
  { id, enabledAt }: Pick<StoredPipeline, 'id' | 'enabledAt'>,
): Promise<number> {
  const last = await tx.loadJob.findMany({
    where: { pipelineId: id, run: { createdAt: { gte: enabledAt } } },
    orderBy: [{ run: { createdAt: 'desc' } }, { id: 'desc' }],
    take: maxFailedLoads,
    select: { id: true, run: { select: { status: true } } },
  })
  const failed = last.filter(({ run }) => run.status === 'failed').map((job) => job.id)
  if (failed.length === 0) return 0
  const groups = await tx.loadFile.groupBy({
    by: ['jobId'],
    where: { jobId: { in: failed }, status: 'loaded' },
  })
  const brought = new Set(groups.map(({ jobId }) => jobId))
  const other = last.findIndex((job) => job.run.status !== 'failed' || brought.has(job.id))
  return other === -1 ? last.length : other
}

/** It starts nothing until a person resumes it. */
async function stopPipeline(
  tx: Transaction,
  ctx: ServiceContext,
  pipeline: StoredPipeline,
  reason: string,
): Promise<void> {
  await tx.loadPipeline.update({
    where: { id: pipeline.id },
    data: { enabled: false, stoppedReason: reason, nextDueAt: null, askedAt: null, askedBy: null },
  })
  await recordAudit(tx, ctx, {
    action: 'load-pipeline.stop',
    objectType: 'load-pipeline',
    objectId: pipeline.id,
    objectName: pipeline.name,
    clusterId: pipeline.cluster.id,
    clusterName: pipeline.cluster.name,
    outcome: 'succeeded',
    error: reason,
  })
  await notifyChange(tx, 'load-pipeline', pipeline.id)
}

type BegunLoad = { kind: 'begun'; jobId: string } | { kind: 'refused'; reason: string }

/**
 * Queues a load of the objects in the owner's name, and records them as taken. A retry of an older load may just have
 * taken one: then nothing is written, and the next check sees it.
 */
async function beginPipelineLoad(
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
