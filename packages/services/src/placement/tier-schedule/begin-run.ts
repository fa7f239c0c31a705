import { notifyChange, type Transaction } from '@frostline/db'
import { isWindowOpen, nextWindowOpening, type TimeSpan } from '@frostline/domain'
import { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { planTables } from './plan-tables.ts'
import { resolveOwner } from './resolve-owner.ts'
import { scheduleScope, timeSpan } from './schema.ts'
import { storeRun } from './store-run.ts'
import { type StoredSchedule, tierSchedules } from './tier-schedules.ts'

/** After this time another worker takes over from one that died while planning. A slower one only loses the race. */
const PLANNED_WITHIN_MS = 10_000
const TRANSACTION_MS = 60_000

/**
 * Starts a due run: observes the tables, plans, and stores tier migrations, audit entries and the run in one
 * transaction. Of two workers that plan the same run the first to store wins, and the other finds it started. Outside
 * of its window a run waits. The schedule is stopped if its owner may no longer move data.
 */
export async function beginRun(ctx: ServiceContext, runId: string): Promise<void> {
  const run = await ctx.db.tierScheduleRun.findUnique({ where: { id: runId } })
  if (run?.status !== 'due') return
  const schedule = await tierSchedules.get(ctx.db, run.scheduleId)
  const owner = await resolveOwner(ctx.db, schedule, ctx.now())
  if (owner.kind === 'may') {
    if (!run.ignoresWindow && (await waitsForWindow(ctx, schedule, run))) return
    if (!(await claimPlanning(ctx, runId))) return
  }
  const asOwner: ServiceContext = { ...ctx, actor: owner.kind === 'may' ? owner.actor : ctx.actor }
  const planned = owner.kind === 'may' ? await planTables(asOwner, scopeOf(schedule), run.dueAt) : null
  await ctx.db.$transaction(
    async (tx) => {
      const now = await tierSchedules.lock(tx, schedule.id)
      const still = await tx.tierScheduleRun.findUnique({ where: { id: runId } })
      if (still?.status !== 'due') return
      // Edited while it was planned: the next sweep plans again.
      if (now.updatedAt.getTime() !== schedule.updatedAt.getTime()) return release(tx, runId)
      const ownerNow = await resolveOwner(tx, now, ctx.now())
      if (ownerNow.kind === 'fault') return stopForOwner(tx, ctx, now, runId, ownerNow.reason)
      if (planned === null) return release(tx, runId)
      await storeRun(tx, { ...ctx, actor: ownerNow.actor }, now, still, planned)
      await notifyChange(tx, 'tier-schedule', schedule.id)
    },
    { timeout: TRANSACTION_MS },
  )
}

/** Records in the run what it waits for. */
async function waitsForWindow(
  ctx: ServiceContext,
  schedule: StoredSchedule,
  run: { id: string; reason: string | null },
): Promise<boolean> {
  const spans: TimeSpan[] = z.array(timeSpan).parse(schedule.windowSpans)
  const window = { timeZone: schedule.timeZone, spans }
  if (spans.length === 0 || isWindowOpen(window, ctx.now().getTime())) return false
  const opensAtMs = nextWindowOpening(window, ctx.now().getTime())
  const reason = `Waiting for the window, which opens at ${opensAtMs === null ? 'no time' : `${new Date(opensAtMs).toISOString().slice(0, 16)}Z`}.`
  if (run.reason !== reason) {
    await ctx.db.tierScheduleRun.updateMany({ where: { id: run.id, status: 'due' }, data: { reason } })
    await notifyChange(ctx.db, 'tier-schedule', schedule.id)
  }
  return true
}

/** Keeps other workers from planning the same. Correctness does not depend on it. */
async function claimPlanning(ctx: ServiceContext, runId: string): Promise<boolean> {
  const now = ctx.now()
  const { count } = await ctx.db.tierScheduleRun.updateMany({
    where: {
      id: runId,
      status: 'due',
      OR: [{ plannedUntil: null }, { plannedUntil: { lt: now } }],
    },
    data: { plannedBy: ctx.actor.id, plannedUntil: new Date(now.getTime() + PLANNED_WITHIN_MS) },
  })
  return count === 1
}

async function release(tx: Transaction, runId: string): Promise<void> {
  await tx.tierScheduleRun.update({ where: { id: runId }, data: { plannedUntil: null } })
}

function scopeOf(schedule: StoredSchedule) {
  return {
    clusterId: schedule.clusterId,
    tables: scheduleScope.shape.tables.parse(schedule.tables),
    targetVolume: schedule.targetVolume,
    olderThanDays: schedule.olderThanDays,
    budgetBytes: schedule.budgetBytes,
    replicas: scheduleScope.shape.replicas.parse(schedule.replicas),
  }
}

/** Disables a schedule whose owner may no longer move data, and skips the due run. */
async function stopForOwner(
  tx: Transaction,
  ctx: ServiceContext,
  schedule: StoredSchedule,
  runId: string,
  reason: string,
): Promise<void> {
  await tx.tierScheduleRun.update({
    where: { id: runId },
    data: { status: 'skipped', reason: `The schedule was stopped. ${reason}`, finishedAt: ctx.now() },
  })
  await tx.tierSchedule.update({
    where: { id: schedule.id },
    data: { enabled: false, nextDueAt: null, stoppedReason: reason },
  })
  await recordAudit(tx, ctx, {
    action: 'tier-schedule.stop',
    objectType: 'tier-schedule',
    objectId: schedule.id,
    objectName: schedule.name,
    clusterId: schedule.clusterId,
    clusterName: schedule.cluster.name,
    outcome: 'succeeded',
    error: reason,
  })
  await notifyChange(tx, 'tier-schedule', schedule.id)
}
