import {
  listLastLoads,
  type ObjectSum,
  type PipelineLag,
  sumPipelineLag,
  type Transaction,
} from '@frostline/db'
import { explainCron, knownLoss, loadSpec } from '@frostline/domain'
import { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { withRun } from '../../platform/run/stored-run.ts'
import { listNextRuns } from '../../platform/schedule/view-timing.ts'
import type { LoadSummary } from '../load-job/job-schema.ts'
import { sumLoadFiles, toLoadSummary } from '../load-job/to-summary.ts'
import type { StoredPipeline } from './find-pipeline.ts'
import { resolvePipelineOwner } from './pipeline-owner.ts'
import { type PipelineDetail, type PipelineView, plannedStatement, waitingObject } from './schema.ts'
import { readTrigger } from './settings.ts'

const runsShown = 5

/** Pipelines with their lag and last loads, in the given order. */
export async function toPipelineViews(
  ctx: ServiceContext,
  pipelines: readonly StoredPipeline[],
): Promise<PipelineView[]> {
  const ids = pipelines.map(({ id }) => id)
  const [lagOf, lastLoadOf] = await Promise.all([sumPipelineLag(ctx.db, ids), readLastLoads(ctx.db, ids)])
  return Promise.all(
    pipelines.map(async (pipeline) => {
      const owner = await resolvePipelineOwner(ctx.db, pipeline, ctx.now())
      return {
        ...settingsOf(pipeline),
        ...lagView(pipeline, lagOf(pipeline.id)),
        ownerFault: owner.kind === 'fault' ? owner.reason : null,
        lastLoad: lastLoadOf.get(pipeline.id) ?? null,
      }
    }),
  )
}

/** One pipeline with everything but its objects (see listPipelineObjects). */
export async function toPipelineDetail(
  ctx: ServiceContext,
  pipeline: StoredPipeline,
): Promise<PipelineDetail> {
  const [views, groups] = await Promise.all([
    toPipelineViews(ctx, [pipeline]),
    ctx.db.loadPipelineObject.groupBy({
      by: ['state'],
      where: { pipelineId: pipeline.id },
      _count: true,
    }),
  ])
  const [view] = views
  if (!view) throw new Error('A pipeline has no view.')
  const known = { taken: 0, present: 0, new_version: 0, unreadable: 0 }
  for (const { state, _count } of groups) known[state] = _count
  return {
    ...view,
    spec: loadSpec.parse(pipeline.spec),
    statements: z.array(plannedStatement).parse(pipeline.statements),
    known,
    waitingFirst: z
      .array(waitingObject)
      .parse(pipeline.waitingFirst)
      .map(({ key, sizeBytes, modifiedAt }) => ({
        key,
        sizeBytes: BigInt(sizeBytes),
        modifiedAt: new Date(modifiedAt),
      })),
  }
}

function settingsOf(pipeline: StoredPipeline) {
  const { cluster, source } = pipeline
  const spec = loadSpec.parse(pipeline.spec)
  const trigger = readTrigger(pipeline)
  const { selection } = spec.source
  const { askedAt } = pipeline
  return {
    id: pipeline.id,
    clusterId: cluster.id,
    clusterSlug: cluster.slug,
    clusterName: cluster.name,
    sourceId: source.id,
    sourceName: source.name,
    name: pipeline.name,
    bucket: spec.source.bucket,
    glob: selection.kind === 'glob' ? selection.glob : '',
    database: spec.target.database,
    table: spec.target.table,
    trigger,
    cronWords: trigger.kind === 'schedule' ? explainCron(trigger.cron) : null,
    nextRuns:
      trigger.kind === 'schedule'
        ? listNextRuns({ ...trigger, nextDueAt: pipeline.nextDueAt }, runsShown)
        : [],
    newVersions: pipeline.newVersions,
    maxObjects: pipeline.maxObjects,
    maxBytes: pipeline.maxBytes,
    owner: pipeline.ownerName,
    enabled: pipeline.enabled,
    pausedBy: pipeline.pausedBy,
    stoppedReason: pipeline.stoppedReason,
    asked: askedAt === null ? null : { at: askedAt, by: pipeline.askedBy },
    nextLookAt: pipeline.nextLookAt,
    lastListedAt: pipeline.lastListedAt,
    listedObjects: pipeline.listedObjects,
    lookError: pipeline.lookError,
    lookErrorSince: pipeline.lookErrorSince,
    lastRunAt: pipeline.lastRunAt,
    lastRunNote: pipeline.lastRunNote,
    lostReplicas: z.array(knownLoss).parse(pipeline.lostReplicas),
    createdBy: pipeline.createdBy,
    createdAt: pipeline.createdAt,
    updatedAt: pipeline.updatedAt,
  }
}

function lagView(
  { waitingObjects, waitingBytes, oldestWaiting }: StoredPipeline,
  { loading, failed }: PipelineLag,
) {
  const waiting: ObjectSum = { objects: waitingObjects, bytes: waitingBytes, oldest: oldestWaiting }
  const dates = [waiting.oldest, loading.oldest].flatMap((date) => (date === null ? [] : [date.getTime()]))
  return {
    waiting,
    loading,
    failed,
    lag: {
      objects: waiting.objects + loading.objects,
      bytes: waiting.bytes + loading.bytes,
      oldest: dates.length === 0 ? null : new Date(Math.min(...dates)),
    },
  }
}

async function readLastLoads(db: Transaction, ids: string[]): Promise<Map<string, LoadSummary>> {
  const jobs = await db.loadJob.findMany({
    where: { id: { in: await listLastLoads(db, ids) } },
    include: withRun,
  })
  const sums = await sumLoadFiles(
    db,
    jobs.map(({ id }) => id),
  )
  return new Map(
    jobs.flatMap((job) =>
      job.pipelineId === null ? [] : [[job.pipelineId, toLoadSummary(job, sums(job.id))] as const],
    ),
  )
}
