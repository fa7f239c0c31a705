import { notifyChange } from '@frostline/db'
import { describeRetention } from '@frostline/domain'
import { holdSource } from '../../../loads/source/source-record.ts'
import { authorize } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { firstDueAt } from '../../../platform/base/first-due-at.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { findCluster } from '../../../platform/cluster/find-cluster.ts'
import { explainTakenScheduleName } from '../../../platform/schedule/schedule-verbs.ts'
import { archiveSchedules } from './archive-schedules.ts'
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
    throw explainTakenScheduleName(error, 'an archive schedule', rest.name)
  }
}

export async function removeArchiveSchedule(ctx: ServiceContext, { id }: { id: string }): Promise<void> {
  await archiveSchedules.remove(ctx, id)
}

export async function enableArchiveSchedule(ctx: ServiceContext, { id }: { id: string }) {
  await archiveSchedules.enable(ctx, id)
  return { id }
}

export async function disableArchiveSchedule(ctx: ServiceContext, { id }: { id: string }) {
  await archiveSchedules.disable(ctx, id)
  return { id }
}

export async function runArchiveScheduleNow(ctx: ServiceContext, { id }: { id: string }) {
  return { id, runId: await archiveSchedules.runNow(ctx, id) }
}
