import type { Prisma, Transaction } from '@frostline/db'
import { z } from 'zod'
import { type ScheduleRunView, scheduledTableOutcome } from './schema.ts'

type StoredRun = Prisma.TierScheduleRunGetPayload<object>

interface MigrationSum {
  id: string
  status: NonNullable<ScheduleRunView['tables'][number]['migrationStatus']>
  movedBytes: bigint
}

/** Runs with what their tier migrations have moved, also after a retry that came later than the run's end. */
export async function toRunViews(db: Transaction, runs: readonly StoredRun[]): Promise<ScheduleRunView[]> {
  const sums = await db.$queryRaw<MigrationSum[]>`
    SELECT m.id, m.status::text AS status, coalesce(sum(s."movedBytes"), 0)::bigint AS "movedBytes"
    FROM tier_migration m LEFT JOIN tier_migration_step s ON s."migrationId" = m.id
    WHERE m."scheduleRunId" = ANY(${runs.map((run) => run.id)}) GROUP BY m.id`
  const byId = new Map(sums.map((sum) => [sum.id, sum]))
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
      tables,
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
    }
  })
}
