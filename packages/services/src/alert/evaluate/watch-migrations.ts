import type { Database } from '@frostline/db'
import type { WatchedMigration } from '@frostline/domain'
import { activeMigrationStatuses } from '@frostline/domain'

/** A failed migration is news for this long; then somebody has seen it or does not care. */
const FAILED_COUNTS_MS = 24 * 3_600_000

/** Migrations under way, and those that failed lately, with when each last got on. */
export async function watchMigrations(
  db: Database,
  clusterId: string,
  now: Date,
): Promise<WatchedMigration[]> {
  const rows = await db.tierMigration.findMany({
    where: {
      clusterId,
      OR: [
        { status: { in: [...activeMigrationStatuses] } },
        { status: 'failed', finishedAt: { gt: new Date(now.getTime() - FAILED_COUNTS_MS) } },
      ],
    },
    include: {
      steps: {
        select: {
          startedAt: true,
          finishedAt: true,
          waitReason: true,
          status: true,
          moves: { select: { sentAt: true, finishedAt: true } },
        },
      },
    },
  })
  return rows.map((row) => {
    const times = [
      row.createdAt,
      row.startedAt,
      row.finishedAt,
      ...row.steps.flatMap((step) => [
        step.startedAt,
        step.finishedAt,
        ...step.moves.flatMap((move) => [move.sentAt, move.finishedAt]),
      ]),
    ].flatMap((time) => (time ? [time.getTime()] : []))
    const waits = row.steps.find((step) => step.status === 'running')?.waitReason
    return {
      id: row.id,
      database: row.database,
      table: row.table,
      status: row.status,
      lastHeadwayMs: times.reduce((a, b) => Math.max(a, b), 0),
      reason: row.error ?? waits ?? null,
    }
  })
}
