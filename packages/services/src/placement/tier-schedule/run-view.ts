import type { Prisma } from '@frostline/db'
import { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { sumSteps } from '../tier-migration/sum-steps.ts'
import { noSteps, statusOf } from '../tier-migration/to-view.ts'
import { type ScheduleRunView, scheduledTableOutcome } from './schema.ts'

type StoredRun = Prisma.TierScheduleRunGetPayload<object>

/**
 * Runs with what their tier migrations have moved: for running steps what the nodes show, for others what the ledger
 * has, including retries after the run's end.
 */
export async function toRunViews(
  ctx: ServiceContext,
  runs: readonly StoredRun[],
): Promise<ScheduleRunView[]> {
  const migrations = await ctx.db.tierMigration.findMany({
    where: { scheduleRunId: { in: runs.map((run) => run.id) } },
    select: { id: true, discardedAt: true, run: { select: { status: true } } },
  })
  const sums = await sumSteps(
    ctx,
    migrations.map(({ id }) => id),
  )
  const byId = new Map(
    migrations.map((row) => [row.id, { status: statusOf(row), ...(sums.get(row.id) ?? noSteps()) }]),
  )
  return runs.map((run) => {
    const tables = z
      .array(scheduledTableOutcome)
      .parse(run.tables)
      .map((table) => {
        const sum = table.migrationId === null ? undefined : byId.get(table.migrationId)
        return {
          ...table,
          plannedBytes: BigInt(table.plannedBytes),
          leftOutBytes: BigInt(table.leftOutBytes),
          movedBytes: sum?.movedBytes ?? 0n,
          inFlightBytes: sum?.inFlight.bytes ?? 0n,
          unseenNodes: sum?.unseenNodes ?? [],
          migrationStatus: sum?.status ?? null,
        }
      })
    return {
      id: run.id,
      dueAt: run.dueAt,
      status: run.status,
      caughtUp: run.caughtUp,
      requestedBy: run.requestedBy,
      ignoresWindow: run.ignoresWindow,
      reason: run.reason,
      plannedParts: run.plannedParts,
      plannedBytes: run.plannedBytes,
      leftOutBytes: run.leftOutBytes,
      movedBytes: tables.reduce((sum, table) => sum + table.movedBytes, 0n),
      inFlightBytes: tables.reduce((sum, table) => sum + table.inFlightBytes, 0n),
      tables,
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
    }
  })
}
