import { notifyChange, type Prisma } from '@frostline/db'
import { describeReplicaChoices } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { firstDueAt } from '../../platform/base/first-due-at.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { isUniqueViolation } from '../../platform/base/unique-violation.ts'
import { findCluster } from '../../platform/cluster/find-cluster.ts'
import { changeSchedule, requireUnattendedApproval } from './change-schedule.ts'
import { resolveOwner } from './resolve-owner.ts'
import {
  type CreateScheduleInput,
  createScheduleInput,
  type RunScheduleNowInput,
  type UpdateScheduleInput,
  updateScheduleInput,
} from './schema.ts'

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
    throw explainTakenScheduleName(error, given.name)
  }
}

/** Changes later runs. A planned run continues unchanged; the owner stays. */
export async function updateSchedule(
  ctx: ServiceContext,
  input: UpdateScheduleInput,
): Promise<{ id: string }> {
  try {
    await changeSchedule(ctx, input.id, 'tier-schedule.update', async (tx, schedule) => {
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
    throw explainTakenScheduleName(error, input.name)
  }
}

/** Deletes a schedule and the record of its runs. Their tier migrations stay, and so does the audit. */
export async function removeSchedule(ctx: ServiceContext, input: { id: string }): Promise<void> {
  await changeSchedule(ctx, input.id, 'tier-schedule.remove', async (tx, schedule) => {
    const running = await tx.tierScheduleRun.count({ where: { scheduleId: schedule.id, status: 'running' } })
    if (running > 0)
      throw new ServiceError('conflict', `A run of the schedule ${schedule.name} is moving data.`, {
        hint: 'Wait until the run ends, or cancel its tier migrations. Then delete the schedule. To prevent new runs, disable it.',
      })
    const runs = await tx.tierScheduleRun.count({ where: { scheduleId: schedule.id } })
    await tx.tierSchedule.delete({ where: { id: schedule.id } })
    return { runs }
  })
}

/** Enables it from now on; what was missed meanwhile is not caught up. */
export async function enableSchedule(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  await changeSchedule(ctx, input.id, 'tier-schedule.enable', async (tx, schedule) => {
    const owner = await resolveOwner(tx, schedule, ctx.now())
    if (owner.kind === 'fault')
      throw new ServiceError('conflict', `The schedule ${schedule.name} cannot be enabled. ${owner.reason}`, {
        hint: 'Restore the role of the owner, or ask an admin to take over the schedule.',
      })
    await tx.tierSchedule.update({
      where: { id: schedule.id },
      data: { enabled: true, stoppedReason: null, nextDueAt: firstDueAt(schedule, ctx.now()) },
    })
    return {}
  })
  return input
}

/** No run starts any more. A waiting one is skipped; running tier migrations continue until cancelled. */
export async function disableSchedule(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  await changeSchedule(ctx, input.id, 'tier-schedule.disable', async (tx, schedule) => {
    await tx.tierSchedule.update({
      where: { id: schedule.id },
      data: { enabled: false, stoppedReason: null, nextDueAt: null },
    })
    const { count: leftOutRuns } = await tx.tierScheduleRun.updateMany({
      where: { scheduleId: schedule.id, status: 'due' },
      data: {
        status: 'skipped',
        reason: `${ctx.actor.name} disabled the schedule before the run started.`,
        finishedAt: ctx.now(),
      },
    })
    return { leftOutRuns }
  })
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
  await changeSchedule(ctx, input.id, 'tier-schedule.take-over', async (tx, schedule) => {
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
  let runId = ''
  const ignoresWindow = input.ignoreWindow ?? false
  await changeSchedule(ctx, input.id, 'tier-schedule.run-now', async (tx, schedule) => {
    requireUnattendedApproval(ctx.actor, schedule.cluster)
    const refuse = (why: string, hint: string): never => {
      throw new ServiceError('conflict', `The schedule ${schedule.name} cannot run now. ${why}`, { hint })
    }
    if (!schedule.enabled) refuse('It is disabled.', 'Enable it first.')
    const owner = await resolveOwner(tx, schedule, ctx.now())
    if (owner.kind === 'fault')
      refuse(owner.reason, 'Restore the role of the owner, or ask an admin to take over the schedule.')
    const open = await tx.tierScheduleRun.findFirst({
      where: { scheduleId: schedule.id, status: { in: ['due', 'running'] } },
    })
    if (open)
      refuse(
        `Its run of ${open.dueAt.toISOString().slice(0, 16)}Z ${open.status === 'due' ? 'is waiting' : 'is still moving data'}. Runs of a schedule never overlap.`,
        'Wait until it ends, or cancel its tier migrations.',
      )
    const run = await tx.tierScheduleRun.create({
      data: {
        scheduleId: schedule.id,
        dueAt: ctx.now(),
        status: 'due',
        requestedBy: ctx.actor.name,
        ignoresWindow,
      },
    })
    runId = run.id
    return { run: run.id, ignoresWindow }
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

function explainTakenScheduleName(error: unknown, name: string): unknown {
  return isUniqueViolation(error)
    ? new ServiceError('conflict', `The cluster already has a schedule named ${name}.`, {
        hint: 'Choose another name.',
      })
    : error
}
