import { notifyChange, type TierScheduleRun, type Transaction } from '@frostline/db'
import type { TierMigrationLimits } from '@frostline/domain'
import { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { queueMigration, refuseBusyTable } from '../tier-migration/migration-run.ts'
import { storePlan } from '../tier-migration/plan.ts'
import {
  explainReplicas,
  explainTable,
  leftOutBytesOf,
  type PlannedRun,
  type PlannedTable,
} from './plan-tables.ts'
import { type ScheduledTableOutcome, scheduleScope, timeSpan } from './schema.ts'
import type { StoredSchedule } from './tier-schedules.ts'

/**
 * Stores a planned run: a queued tier migration for each table with something to move, each with its audit entries, and
 * the decisions for the others. `ctx` acts as the schedule's owner.
 */
export async function storeRun(
  tx: Transaction,
  ctx: ServiceContext,
  schedule: StoredSchedule,
  run: TierScheduleRun,
  planned: PlannedRun,
): Promise<void> {
  const tables: ScheduledTableOutcome[] = []
  let parts = 0
  let bytes = 0n
  for (const table of planned.tables) {
    const { plan } = table
    const outcome = plan.kind === 'planned' ? await queueTable(tx, ctx, schedule, run, planned, table) : null
    const migrationId = outcome?.kind === 'queued' ? outcome.id : null
    const went = migrationId !== null && plan.kind === 'planned' ? plan.totals : { parts: 0, bytes: 0n }
    parts += went.parts
    bytes += went.bytes
    tables.push({
      database: plan.database,
      table: plan.table,
      kind: outcome?.kind === 'busy' ? 'refused' : plan.kind,
      plannedBytes: went.bytes.toString(),
      leftOutBytes: leftOutBytesOf(plan).toString(),
      reason:
        outcome?.kind === 'busy'
          ? outcome.reason
          : [explainTable(plan), explainReplicas(table)].filter((text) => text !== null).join(' ') || null,
      migrationId,
    })
  }
  const queued = tables.some((table) => table.migrationId !== null)
  const refused = tables.filter((table) => table.kind === 'refused')
  await tx.tierScheduleRun.update({
    where: { id: run.id },
    data: {
      status: queued ? 'running' : refused.length > 0 ? 'failed' : 'nothing',
      reason: queued ? null : explainIdle(tables),
      tables,
      plannedParts: parts,
      plannedBytes: bytes,
      leftOutBytes: tables.reduce((sum, table) => sum + BigInt(table.leftOutBytes), 0n),
      startedAt: ctx.now(),
      finishedAt: queued ? null : ctx.now(),
    },
  })
  await recordAudit(tx, ctx, {
    action: 'tier-schedule.run',
    objectType: 'tier-schedule',
    objectId: schedule.id,
    objectName: schedule.name,
    clusterId: schedule.clusterId,
    clusterName: schedule.cluster.name,
    outcome: queued ? 'requested' : refused.length > 0 ? 'failed' : 'succeeded',
    details: {
      dueAt: run.dueAt.toISOString(),
      ...(run.requestedBy === null ? {} : { requestedBy: run.requestedBy }),
      plannedBytes: bytes.toString(),
      tierMigrations: tables.flatMap((table) => table.migrationId ?? []),
    },
    error: refused.length === 0 ? undefined : refused.map((table) => table.reason).join(' '),
  })
}

type Queued = { kind: 'queued'; id: string } | { kind: 'busy'; reason: string }

async function queueTable(
  tx: Transaction,
  ctx: ServiceContext,
  schedule: StoredSchedule,
  run: TierScheduleRun,
  planned: PlannedRun,
  { plan, snapshots }: PlannedTable,
): Promise<Queued> {
  if (plan.kind !== 'planned') throw new Error('Only a planned table is queued')
  const { database, table } = plan
  try {
    await refuseBusyTable(tx, { clusterId: schedule.clusterId, database, table })
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'conflict')
      return { kind: 'busy', reason: error.message }
    throw error
  }
  const stored = await storePlan(tx, ctx, {
    cluster: { id: schedule.clusterId, name: schedule.cluster.name },
    request: {
      database,
      table,
      targetVolume: schedule.targetVolume,
      goal: { kind: 'older-than', before: planned.before },
      limits: { ...(run.ignoresWindow ? {} : windowOf(schedule)), ...replicasOf(schedule) },
    },
    plan,
    snapshots,
    scheduleRunId: run.id,
  })
  await queueMigration(tx, ctx, stored)
  await recordAudit(tx, ctx, {
    action: 'tier-migration.start',
    objectType: 'tier-migration',
    objectId: stored.id,
    objectName: `${database}.${table}`,
    clusterId: schedule.clusterId,
    clusterName: schedule.cluster.name,
    outcome: 'requested',
    details: { schedule: schedule.name, dueAt: run.dueAt.toISOString() },
  })
  await notifyChange(tx, 'tier-migration', stored.id)
  return { kind: 'queued', id: stored.id }
}

/** The moves keep to the window by themselves: a run that is not done when it closes continues at its next opening. */
function windowOf(schedule: StoredSchedule): TierMigrationLimits {
  const spans = z.array(timeSpan).parse(schedule.windowSpans)
  if (spans.length === 0) return {}
  return { window: { timeZone: schedule.timeZone, spans } }
}

function replicasOf(schedule: StoredSchedule): TierMigrationLimits {
  const replicas = scheduleScope.shape.replicas.parse(schedule.replicas)
  return Object.keys(replicas).length === 0 ? {} : { replicas }
}

function explainIdle(tables: readonly ScheduledTableOutcome[]): string {
  if (tables.every((table) => table.kind === 'nothing'))
    return 'Nothing is due. All partitions of this age are on the target.'
  return tables
    .filter((table) => table.kind !== 'nothing')
    .map((table) => `${table.database}.${table.table}: ${table.reason ?? table.kind}`)
    .join(' ')
}
