import { type ArchiveScheduleRun, notifyChange, type Prisma } from '@frostline/db'
import {
  fitArchiveBudget,
  isWindowOpen,
  nextWindowOpening,
  openStatusesOf,
  type TimeSpan,
} from '@frostline/domain'
import { z } from 'zod'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { timeSpan } from '../../tier-schedule/schema.ts'
import { planArchive } from '../plan-archive.ts'
import { storeArchive } from '../start.ts'
import { fileStorageClass } from '../storage-class.ts'
import {
  archiveSchedules,
  resolveArchiveOwner,
  retentionOf,
  type StoredArchiveSchedule,
} from './archive-schedules.ts'

/** After this time another worker takes over from one that died while planning. */
const takenForMs = 180_000

/** Another worker has started it. */
class RunTakenError extends Error {
  override readonly name = 'RunTakenError'
}

/**
 * Starts the archive of a due run in the name of the schedule's owner, within its hours. The archive and the run are stored
 * in one transaction. The schedule is stopped if its owner is no admin any more.
 */
export async function beginArchiveRun(ctx: ServiceContext, runId: string): Promise<void> {
  const known = await ctx.db.archiveScheduleRun.findUnique({ where: { id: runId } })
  if (known?.status !== 'due') return
  const schedule = await archiveSchedules.get(ctx.db, known.scheduleId)
  const owner = await resolveArchiveOwner(ctx.db, schedule, ctx.now())
  if (owner.kind === 'fault') return stop(ctx, schedule, runId, owner.reason)
  if (await waitsForWindow(ctx, schedule, known)) return
  const now = ctx.now()
  const { count } = await ctx.db.archiveScheduleRun.updateMany({
    where: { id: runId, status: 'due', OR: [{ takenUntil: null }, { takenUntil: { lt: now } }] },
    data: { takenUntil: new Date(now.getTime() + takenForMs) },
  })
  if (count === 0) return
  try {
    await begin({ ...ctx, actor: owner.actor }, schedule, known)
  } catch (error) {
    if (error instanceof RunTakenError) return
    if (!(error instanceof ServiceError)) throw error
    await end(ctx, schedule, runId, {
      status: 'failed',
      reason: [error.message, error.hint].filter(Boolean).join(' '),
    })
  }
}

async function begin(ctx: ServiceContext, schedule: StoredArchiveSchedule, run: ArchiveScheduleRun) {
  const { sourceId, bucket, prefix, database, table, clusterId: cluster, graceHours } = schedule
  if (sourceId === null)
    throw new ServiceError('conflict', 'The source of the schedule was removed.', {
      hint: 'Create the schedule again with another source.',
    })
  const order = { cluster, database, table, source: { id: sourceId, bucket }, prefix }
  // Ages count back from the due time: a run that waited does what it would have done in time.
  const atDueTime = { ...ctx, now: () => run.dueAt }
  const choice = { kind: 'older-than' as const, days: schedule.olderThanDays }
  const { preview } = await planArchive(atDueTime, { ...order, choice })
  const open = await listOpenPartitions(ctx, schedule)
  const due = preview.steps.filter(({ shard, partitionId }) => !open.has(`${shard} ${partitionId}`))
  const fit = fitArchiveBudget(
    due.map(({ partitionId, bytes, newest }) => ({
      partitionId,
      bytes,
      newestMs: newest?.getTime() ?? null,
    })),
    schedule.budgetBytes,
  )
  const tooLarge =
    fit.tooLarge.length === 0
      ? null
      : `Larger than the budget: partitions ${fit.tooLarge.slice(0, 20).join(', ')}.`
  if (fit.taken.length === 0) {
    const nothing = due.length === 0 ? 'Nothing is due.' : tooLarge
    return end(ctx, schedule, run.id, { status: 'nothing', reason: nothing, leftOutBytes: fit.leftOutBytes })
  }
  const chosen = { kind: 'partitions' as const, partitionIds: fit.taken }
  const plan = await planArchive(ctx, { ...order, choice: chosen })
  if (plan.preview.obstacles.length > 0)
    throw new ServiceError('conflict', plan.preview.obstacles.join(' '), {
      hint: 'Fix this. The next run tries again.',
    })
  const kept = {
    retention: retentionOf(schedule),
    storageClass: fileStorageClass.parse(schedule.storageClass),
  }
  await storeArchive(ctx, { ...order, choice: chosen, graceHours, ...kept }, plan, async (tx, archiveId) => {
    const now = await archiveSchedules.lock(tx, schedule.id)
    const { count } = await tx.archiveScheduleRun.updateMany({
      where: { id: run.id, status: 'due', schedule: { enabled: true } },
      data: {
        ...{ status: 'running', archiveId, reason: tooLarge },
        ...{ plannedBytes: plan.preview.bytes, leftOutBytes: fit.leftOutBytes },
      },
    })
    if (count === 0) throw new RunTakenError()
    await recordAudit(tx, ctx, {
      ...{ action: 'archive-schedule.run', objectType: 'archive-schedule', objectId: schedule.id },
      ...{ objectName: now.name, clusterId: now.clusterId, clusterName: now.cluster.name },
      outcome: 'requested',
      details: {
        archive: archiveId,
        dueAt: run.dueAt.toISOString(),
        partitions: plan.preview.steps.length,
      },
    })
    await notifyChange(tx, 'archive-schedule', schedule.id)
  })
}

/** Partitions that another archive has not ended with. */
async function listOpenPartitions(
  ctx: ServiceContext,
  { clusterId, database, table }: StoredArchiveSchedule,
): Promise<Set<string>> {
  const steps = await ctx.db.archiveStep.findMany({
    where: {
      state: { notIn: ['dropped', 'attached', 'kept'] },
      archive: { database, table, run: { clusterId, status: { in: [...openStatusesOf('archive')] } } },
    },
    select: { shard: true, partitionId: true },
  })
  return new Set(steps.map(({ shard, partitionId }) => `${shard} ${partitionId}`))
}

/** Records in the run what it waits for. */
async function waitsForWindow(
  ctx: ServiceContext,
  schedule: StoredArchiveSchedule,
  run: ArchiveScheduleRun,
): Promise<boolean> {
  const spans: TimeSpan[] = z.array(timeSpan).parse(schedule.windowSpans)
  const window = { timeZone: schedule.timeZone, spans }
  if (spans.length === 0 || isWindowOpen(window, ctx.now().getTime())) return false
  const opensAtMs = nextWindowOpening(window, ctx.now().getTime())
  const at = opensAtMs === null ? 'no time' : `${new Date(opensAtMs).toISOString().slice(0, 16)}Z`
  const reason = `Waiting for its hours, which begin at ${at}.`
  if (run.reason !== reason) {
    await ctx.db.archiveScheduleRun.updateMany({ where: { id: run.id, status: 'due' }, data: { reason } })
    await notifyChange(ctx.db, 'archive-schedule', schedule.id)
  }
  return true
}

async function end(
  ctx: ServiceContext,
  schedule: StoredArchiveSchedule,
  runId: string,
  data: Pick<Prisma.ArchiveScheduleRunUpdateManyMutationInput, 'status' | 'reason' | 'leftOutBytes'>,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await tx.archiveScheduleRun.updateMany({
      where: { id: runId, status: 'due' },
      data: { ...data, finishedAt: ctx.now() },
    })
    await recordAudit(tx, ctx, {
      ...{ action: 'archive-schedule.run', objectType: 'archive-schedule', objectId: schedule.id },
      ...{ objectName: schedule.name, clusterId: schedule.clusterId, clusterName: schedule.cluster.name },
      outcome: data.status === 'failed' ? 'failed' : 'succeeded',
      details: { result: typeof data.reason === 'string' ? data.reason : '' },
    })
    await notifyChange(tx, 'archive-schedule', schedule.id)
  })
}

async function stop(
  ctx: ServiceContext,
  { id, name, clusterId, cluster }: StoredArchiveSchedule,
  runId: string,
  reason: string,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await archiveSchedules.lock(tx, id)
    await tx.archiveScheduleRun.update({
      where: { id: runId },
      data: { status: 'skipped', reason: `The schedule was stopped. ${reason}`, finishedAt: ctx.now() },
    })
    await tx.archiveSchedule.update({
      where: { id },
      data: { enabled: false, nextDueAt: null, stoppedReason: reason },
    })
    await recordAudit(tx, ctx, {
      ...{ action: 'archive-schedule.stop', objectType: 'archive-schedule', objectId: id, objectName: name },
      ...{ clusterId, clusterName: cluster.name, outcome: 'succeeded', error: reason },
    })
    await notifyChange(tx, 'archive-schedule', id)
  })
}
