import { notifyChange, type Transaction } from '@frostline/db'
import { endedRunStatuses } from '@frostline/domain'
import { z } from 'zod'
import { outcomeOfRun } from '../../platform/base/audit-outcome.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { viewRun } from '../../platform/run/stored-run.ts'
import { migrations, withMigrationRun } from '../tier-migration/migration-run.ts'
import { scheduledTableOutcome } from './schema.ts'
import { tierSchedules } from './tier-schedules.ts'

/** Ends the runs whose tier migrations have all ended. Idempotent after a crash. */
export async function settleRuns(ctx: ServiceContext): Promise<void> {
  const over = await ctx.db.tierScheduleRun.findMany({
    where: {
      status: 'running',
      migrations: { every: { run: { status: { in: [...endedRunStatuses] } } } },
    },
    select: { id: true, scheduleId: true },
  })
  for (const run of over) await ctx.db.$transaction((tx) => settleRun(tx, ctx, run))
}

async function settleRun(
  tx: Transaction,
  ctx: ServiceContext,
  { id, scheduleId }: { id: string; scheduleId: string },
): Promise<void> {
  const schedule = await tierSchedules.lock(tx, scheduleId)
  const run = await tx.tierScheduleRun.findUnique({
    where: { id },
    include: { migrations: { include: withMigrationRun } },
  })
  if (run?.status !== 'running') return
  const ended = run.migrations.flatMap((row) =>
    row.run ? { ...viewRun(row.run), table: migrations.nameOf(row) } : [],
  )
  const unfinished = ended.filter(({ status }) => status !== 'completed')
  const refused = z
    .array(scheduledTableOutcome)
    .parse(run.tables)
    .filter((table) => table.kind === 'refused')
  const reasons = [
    ...unfinished.map(
      ({ table, status, error, cancelledBy }) =>
        `${table} was ${status}${cancelledBy === null ? '' : ` by ${cancelledBy}`}.${error === null ? '' : ` ${error}`}`,
    ),
    ...refused.map(({ database, table, reason }) => `${database}.${table} was not planned. ${reason ?? ''}`),
  ]
  const failed = reasons.length > 0
  const onlyCancelled = refused.length === 0 && unfinished.every(({ status }) => status === 'cancelled')
  await tx.tierScheduleRun.update({
    where: { id },
    data: {
      status: failed ? 'failed' : 'completed',
      reason: failed ? reasons.join(' ') : null,
      finishedAt: ctx.now(),
    },
  })
  const moved = await tx.tierMigrationStep.aggregate({
    where: { migration: { scheduleRunId: id } },
    _sum: { movedBytes: true },
  })
  await recordAudit(tx, ctx, {
    action: 'tier-schedule.finish',
    objectType: 'tier-schedule',
    objectId: schedule.id,
    objectName: schedule.name,
    clusterId: schedule.clusterId,
    clusterName: schedule.cluster.name,
    outcome: outcomeOfRun({
      status: !failed ? 'completed' : onlyCancelled ? 'cancelled' : 'failed',
      didSome: ended.some(({ status }) => status === 'completed'),
    }),
    details: {
      dueAt: run.dueAt.toISOString(),
      plannedBytes: run.plannedBytes.toString(),
      movedBytes: (moved._sum.movedBytes ?? 0n).toString(),
    },
    error: failed ? reasons.join(' ') : undefined,
  })
  await notifyChange(tx, 'tier-schedule', scheduleId)
}
