import { notifyChange, type Transaction } from '@frostline/db'
import { describeRetention } from '@frostline/domain'
import { holdSource } from '../../../loads/source/source-record.ts'
import { authorize } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { firstDueAt } from '../../../platform/base/first-due-at.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { isUniqueViolation } from '../../../platform/base/unique-violation.ts'
import { findCluster } from '../../../platform/cluster/find-cluster.ts'
import { lockArchiveSchedule, resolveArchiveOwner, type StoredArchiveSchedule } from './find-schedule.ts'
import { type CreateArchiveScheduleInput, createArchiveScheduleInput } from './schema.ts'

const objectType = 'archive-schedule'

/** Stores a schedule, enabled, owned by the caller: its archives start with the role of this person or token. */
export async function createArchiveSchedule(
  ctx: ServiceContext,
  given: CreateArchiveScheduleInput,
): Promise<{ id: string }> {
  const about = { action: 'archive-schedule.create', objectType, objectName: given.name }
  await authorize(ctx, 'admin', about)
  const {
    cluster: key,
    source,
    budgetBytes,
    retention,
    ...rest
  } = parseInput(createArchiveScheduleInput, given)
  try {
    return await ctx.db.$transaction(async (tx) => {
      const cluster = await findCluster(tx, key)
      await holdSource(tx, source.id)
      const { id } = await tx.archiveSchedule.create({
        data: {
          ...rest,
          ...{ clusterId: cluster.id, sourceId: source.id, bucket: source.bucket },
          budgetBytes: budgetBytes === null ? null : BigInt(budgetBytes),
          ...{ keepCount: retention?.count ?? null, keepUnit: retention?.unit ?? null },
          windowSpans: rest.windowSpans.map((span) => ({ ...span })),
          ...{ enabled: true, nextDueAt: firstDueAt(rest, ctx.now()) },
          ...{ ownerType: ctx.actor.type, ownerId: ctx.actor.id, ownerName: ctx.actor.name },
        },
      })
      const { database, table, olderThanDays, cron, timeZone, missedRuns, graceHours } = rest
      await recordAudit(tx, ctx, {
        ...about,
        ...{ objectId: id, clusterId: cluster.id, clusterName: cluster.name, outcome: 'succeeded' },
        details: {
          ...{ table: `${database}.${table}`, olderThanDays, cron, timeZone, missedRuns, graceHours },
          ...{ budgetBytes, filesKept: retention === null ? 'forever' : describeRetention(retention) },
        },
      })
      await notifyChange(tx, objectType, id)
      return { id }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ServiceError('conflict', `The cluster already has an archive schedule named ${rest.name}.`, {
      hint: 'Choose another name.',
    })
  }
}

/** Under its lock, audited and announced. Archives act for their owner, so only admins change schedules. */
async function changeSchedule(
  ctx: ServiceContext,
  id: string,
  verb: string,
  change: (tx: Transaction, schedule: StoredArchiveSchedule) => Promise<AuditFacts['details']>,
): Promise<void> {
  const known = await ctx.db.archiveSchedule.findUnique({ where: { id }, include: { cluster: true } })
  const object = {
    ...{ action: `archive-schedule.${verb}`, objectType, objectId: id, objectName: known?.name ?? id },
    ...{ clusterId: known?.clusterId, clusterName: known?.cluster.name },
  }
  await authorize(ctx, 'admin', object)
  await ctx.db.$transaction(async (tx) => {
    const details = await change(tx, await lockArchiveSchedule(tx, id))
    await recordAudit(tx, ctx, { ...object, outcome: 'succeeded', details })
    await notifyChange(tx, objectType, id)
  })
}

/** Deletes a schedule and the record of its runs. Its archives stay. */
export async function removeArchiveSchedule(ctx: ServiceContext, { id }: { id: string }): Promise<void> {
  await changeSchedule(ctx, id, 'remove', async (tx) => {
    const runs = await tx.archiveScheduleRun.count({ where: { scheduleId: id } })
    await tx.archiveSchedule.delete({ where: { id } })
    return { runs }
  })
}

/** Enables it from now on; what was missed meanwhile is not caught up. */
export async function enableArchiveSchedule(ctx: ServiceContext, { id }: { id: string }) {
  await changeSchedule(ctx, id, 'enable', async (tx, schedule) => {
    const owner = await resolveArchiveOwner(tx, schedule, ctx.now())
    if (owner.kind === 'fault')
      throw new ServiceError('conflict', `The schedule ${schedule.name} cannot be enabled. ${owner.reason}`, {
        hint: 'Restore the role of the owner, or create the schedule again as your own.',
      })
    await tx.archiveSchedule.update({
      where: { id },
      data: { enabled: true, stoppedReason: null, nextDueAt: firstDueAt(schedule, ctx.now()) },
    })
    return {}
  })
  return { id }
}

/** No archive starts any more. A waiting run is skipped; archives that have started go on. */
export async function disableArchiveSchedule(ctx: ServiceContext, { id }: { id: string }) {
  await changeSchedule(ctx, id, 'disable', async (tx) => {
    await tx.archiveSchedule.update({
      where: { id },
      data: { enabled: false, stoppedReason: null, nextDueAt: null },
    })
    const { count: leftOutRuns } = await tx.archiveScheduleRun.updateMany({
      where: { scheduleId: id, status: 'due' },
      data: {
        ...{ status: 'skipped', finishedAt: ctx.now() },
        reason: `${ctx.actor.name} disabled the schedule before the run started.`,
      },
    })
    return { leftOutRuns }
  })
  return { id }
}

/** @throws ServiceError `conflict` while it is disabled or a run has not ended. */
export async function runArchiveScheduleNow(ctx: ServiceContext, { id }: { id: string }) {
  let runId = ''
  await changeSchedule(ctx, id, 'run-now', async (tx, { name, enabled }) => {
    const open = await tx.archiveScheduleRun.count({
      where: { scheduleId: id, status: { in: ['due', 'running'] } },
    })
    if (!enabled || open > 0)
      throw new ServiceError(
        'conflict',
        `The schedule ${name} cannot run now. ${enabled ? 'A run has not ended. Runs of a schedule never overlap.' : 'It is disabled.'}`,
        { hint: enabled ? 'Wait until its files are proved, or cancel its archive.' : 'Enable it first.' },
      )
    const run = await tx.archiveScheduleRun.create({
      data: { scheduleId: id, dueAt: ctx.now(), status: 'due', requestedBy: ctx.actor.name },
    })
    runId = run.id
    return { run: run.id }
  })
  return { id, runId }
}
