import { notifyChange, type Prisma, type Transaction } from '@frostline/db'
import { type CacheTask, cacheTask } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { startWarmup } from '../cache-warmup/start.ts'
import { dropCache } from '../drop.ts'
import { cacheSchedules, type StoredCacheSchedule } from './cache-schedules.ts'
import { resolveCacheOwner } from './resolve-owner.ts'

/**
 * Inspecting a table and dropping take at most a minute each; after this time another worker takes over from a dead
 * one.
 */
const takenForMs = 180_000

/** Another worker has started it. */
class RunTakenError extends Error {
  override readonly name = 'RunTakenError'
}

/**
 * Starts a due run in the name of the schedule's owner. A warm-up is stored in one transaction with the run; an
 * interrupted drop is sent again, which drops the rest. The schedule is stopped if its owner lacks the rights.
 */
export async function beginCacheRun(ctx: ServiceContext, runId: string): Promise<void> {
  const now = ctx.now()
  const { count } = await ctx.db.cacheScheduleRun.updateMany({
    where: { id: runId, status: 'due', OR: [{ takenUntil: null }, { takenUntil: { lt: now } }] },
    data: { takenUntil: new Date(now.getTime() + takenForMs) },
  })
  if (count === 0) return
  const run = await ctx.db.cacheScheduleRun.findUniqueOrThrow({ where: { id: runId } })
  const schedule = await cacheSchedules.get(ctx.db, run.scheduleId)
  const owner = await resolveCacheOwner(ctx.db, schedule, now)
  if (owner.kind === 'fault') return stop(ctx, schedule, runId, owner.reason)
  const asOwner = { ...ctx, actor: owner.actor }
  try {
    await begin(asOwner, schedule, runId, cacheTask.parse(schedule.task))
  } catch (error) {
    if (error instanceof RunTakenError) return
    if (!(error instanceof ServiceError)) throw error
    const reason = [error.message, error.hint].filter(Boolean).join(' ')
    await end(ctx, schedule, runId, { status: 'failed', reason })
  }
}

async function begin(
  ctx: ServiceContext,
  schedule: StoredCacheSchedule,
  runId: string,
  task: CacheTask,
): Promise<void> {
  const cluster = schedule.clusterId
  if (task.kind === 'warmup') {
    const { spec, bytesPerSecond } = task
    await startWarmup(ctx, { cluster, spec, bytesPerSecond }, async (tx, warmupId) => {
      const { count } = await tx.cacheScheduleRun.updateMany({
        where: { id: runId, status: 'due' },
        data: { status: 'running', warmupId },
      })
      if (count === 0) throw new RunTakenError()
      await notifyChange(tx, 'cache-schedule', schedule.id)
    })
    return
  }
  const { cache, table, nodes } = task
  const report = await dropCache(ctx, { cluster, cache, ...table, ...(nodes ? { nodes } : {}) })
  const faults = [
    ...report.nodes.flatMap(({ node, fault }) => (fault === null ? [] : [`${node}: ${fault}`])),
    ...report.coverage.missingNodes.map((node) => `${node} could not be checked.`),
  ]
  const dropped = report.nodes.reduce((sum, { droppedBytes }) => sum + droppedBytes, 0n)
  const said = `${dropped} bytes were dropped.`
  await end(ctx, schedule, runId, {
    status: faults.length === 0 ? 'completed' : 'failed',
    reason: [said, ...faults].join(' '),
  })
}

async function end(
  ctx: ServiceContext,
  schedule: StoredCacheSchedule,
  runId: string,
  data: Pick<Prisma.CacheScheduleRunUpdateManyMutationInput, 'status' | 'reason'>,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await tx.cacheScheduleRun.updateMany({
      where: { id: runId, status: 'due' },
      data: { ...data, finishedAt: ctx.now() },
    })
    await notifyChange(tx, 'cache-schedule', schedule.id)
  })
}

/** Disables a schedule whose owner may no longer start anything, and skips the due run. */
async function stop(
  ctx: ServiceContext,
  known: StoredCacheSchedule,
  runId: string,
  reason: string,
): Promise<void> {
  await ctx.db.$transaction(async (tx: Transaction) => {
    const { id, name, clusterId, cluster } = await cacheSchedules.lock(tx, known.id)
    await tx.cacheScheduleRun.update({
      where: { id: runId },
      data: { status: 'skipped', reason: `The schedule was stopped. ${reason}`, finishedAt: ctx.now() },
    })
    await tx.cacheSchedule.update({
      where: { id },
      data: { enabled: false, nextDueAt: null, stoppedReason: reason },
    })
    await recordAudit(tx, ctx, {
      ...{ action: 'cache-schedule.stop', objectType: 'cache-schedule', objectId: id, objectName: name },
      ...{ clusterId, clusterName: cluster.name, outcome: 'succeeded', error: reason },
    })
    await notifyChange(tx, 'cache-schedule', id)
  })
}
