import { notifyChange, type Prisma } from '@frostline/db'
import { describeReplicaChoices } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { firstDueAt } from '../../platform/base/first-due-at.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { findCluster } from '../../platform/cluster/find-cluster.ts'
import { explainTakenScheduleName } from '../../platform/schedule/schedule-verbs.ts'
import { resolveOwner } from './resolve-owner.ts'
import {
  type CreateScheduleInput,
  createScheduleInput,
  type RunScheduleNowInput,
  type UpdateScheduleInput,
  updateScheduleInput,
} from './schema.ts'
import { lostOwnerHint, requireUnattendedApproval, tierSchedules } from './tier-schedules.ts'

/** Stores a schedule, enabled, owned by the caller: its runs have the role of this person or token. */
export async function createSchedule(
  ctx: ServiceContext,
  input: CreateScheduleInput,
): Promise<{ id: string }> {
  const about = { action: 'tier-schedule.create', objectType: 'tier-schedule', objectName: input.name }
  await authorize(ctx, 'operator', about)
  const { cluster: clusterKey, ...given } = parseInput(createScheduleInput, input)
  try {
    return await ctx.db.$transaction(async (tx) => {
      const cluster = await findCluster(tx, clusterKey)
      requireUnattendedApproval(ctx.actor, cluster)
      const { id } = await tx.tierSchedule.create({
        data: {
          ...toColumns(given),
          clusterId: cluster.id,
          ownerType: ctx.actor.type,
          ownerId: ctx.actor.id,
          ownerName: ctx.actor.name,
          enabled: true,
          nextDueAt: firstDueAt(given, ctx.now()),
        },
      })
      await recordAudit(tx, ctx, {
        ...about,
        objectId: id,
        clusterId: cluster.id,
        clusterName: cluster.name,
        outcome: 'succeeded',
        details: auditDetails(given),
      })
      await notifyChange(tx, 'tier-schedule', id)
      return { id }
    })
  } catch (error) {
    throw explainTakenScheduleName(error, 'a schedule', given.name)
  }
}

/** Changes later runs. A planned run continues unchanged; the owner stays. */
export async function updateSchedule(
  ctx: ServiceContext,
  input: UpdateScheduleInput,
): Promise<{ id: string }> {
  try {
    await tierSchedules.change(ctx, input.id, 'update', async (tx, schedule) => {
      const { id, ...given } = parseInput(updateScheduleInput, input)
      await tx.tierSchedule.update({
        where: { id },
        data: {
          ...toColumns(given),
          ...(schedule.enabled ? { nextDueAt: firstDueAt(given, ctx.now()) } : {}),
        },
      })
      return auditDetails(given)
    })
    return { id: input.id }
  } catch (error) {
    throw explainTakenScheduleName(error, 'a schedule', input.name)
  }
}

/** @throws ServiceError `conflict` while a run of it moves data. */
export async function removeSchedule(ctx: ServiceContext, input: { id: string }): Promise<void> {
  await tierSchedules.remove(ctx, input.id, async (tx, schedule) => {
    const running = await tx.tierScheduleRun.count({ where: { scheduleId: schedule.id, status: 'running' } })
    if (running > 0)
      throw new ServiceError('conflict', `A run of the schedule ${schedule.name} is moving data.`, {
        hint: 'Wait until the run ends, or cancel its tier migrations. Then delete the schedule. To prevent new runs, disable it.',
      })
  })
}

export async function enableSchedule(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  await tierSchedules.enable(ctx, input.id)
  return input
}

export async function disableSchedule(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  await tierSchedules.disable(ctx, input.id)
  return input
}

/** Makes the calling admin its owner, for a schedule whose owner left. It stays enabled or disabled. */
export async function takeOverSchedule(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  await authorize(ctx, 'admin', {
    action: 'tier-schedule.take-over',
    objectType: 'tier-schedule',
    objectId: input.id,
    objectName: input.id,
  })
  await tierSchedules.change(ctx, input.id, 'take-over', async (tx, schedule) => {
    await tx.tierSchedule.update({
      where: { id: schedule.id },
      data: { ownerType: ctx.actor.type, ownerId: ctx.actor.id, ownerName: ctx.actor.name },
    })
    return { formerOwner: schedule.ownerName }
  })
  return input
}

/**
 * Starts a run on request, in addition to the cron expression: the same tables, age, budget and owner, never at the
 * same time as another. Outside of the window it waits like any run, unless requested otherwise.
 * @throws ServiceError `conflict` while a run has not ended, and where the schedule may not run at all.
 */
export async function runScheduleNow(
  ctx: ServiceContext,
  input: RunScheduleNowInput,
): Promise<{ id: string; runId: string }> {
  const columns = { ignoresWindow: input.ignoreWindow ?? false }
  const runId = await tierSchedules.runNow(ctx, input.id, columns, async (tx, schedule, refuse) => {
    requireUnattendedApproval(ctx.actor, schedule.cluster)
    const owner = await resolveOwner(tx, schedule, ctx.now())
    if (owner.kind === 'fault') refuse(owner.reason, lostOwnerHint)
  })
  return { id: input.id, runId }
}

type Definition = Omit<z.output<typeof createScheduleInput>, 'cluster'>

/** A definition as the columns of its row. */
function toColumns(given: Definition) {
  return {
    name: given.name,
    tables: given.tables,
    targetVolume: given.targetVolume,
    olderThanDays: given.olderThanDays,
    budgetBytes: given.budgetBytes === null ? null : BigInt(given.budgetBytes),
    cron: given.cron.trim().split(/\s+/).join(' '),
    timeZone: given.timeZone,
    windowSpans: given.windowSpans.map((span) => ({ ...span })),
    missedRuns: given.missedRuns,
    replicas: given.replicas,
  } satisfies Partial<Prisma.TierScheduleUncheckedCreateInput>
}

/** The part of a definition that is audited. */
function auditDetails(given: Definition) {
  return {
    tables: given.tables.map(({ database, table }) => `${database}.${table}`),
    targetVolume: given.targetVolume,
    olderThanDays: given.olderThanDays,
    budgetBytes: given.budgetBytes,
    cron: given.cron,
    timeZone: given.timeZone,
    window: given.windowSpans.map(({ days, from, to }) => `${days.join(',')} ${from}-${to}`),
    missedRuns: given.missedRuns,
    replicas: describeReplicaChoices(given.replicas),
  }
}
