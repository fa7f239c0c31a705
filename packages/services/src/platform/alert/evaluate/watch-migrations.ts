import type { Database, Prisma } from '@frostline/db'
import { drivenRunStatuses, type WatchedMigration } from '@frostline/domain'
import { statusOf } from '../../../placement/tier-migration/to-view.ts'

/** How long a failed migration is reported. */
const FAILED_COUNTS_MS = 24 * 3_600_000

export const withHeadway = {
  run: { select: { status: true, error: true, startedAt: true, finishedAt: true } },
  steps: {
    select: {
      startedAt: true,
      finishedAt: true,
      waitReason: true,
      status: true,
      movedBytes: true,
      moves: { select: { sentAt: true, finishedAt: true } },
    },
  },
} as const satisfies Prisma.TierMigrationInclude

/** Last progress in its ledger. */
export function lastProgressMs({
  createdAt,
  run,
  steps,
}: Prisma.TierMigrationGetPayload<{ include: typeof withHeadway }>): number {
  const ofSteps = steps.flatMap((step) => [
    step.startedAt,
    step.finishedAt,
    ...step.moves.flatMap((move) => [move.sentAt, move.finishedAt]),
  ])
  return [createdAt, run?.startedAt, run?.finishedAt, ...ofSteps].reduce(
    (last, time) => Math.max(last, time?.getTime() ?? 0),
    0,
  )
}

/** Running migrations, and recently failed ones, with the last progress of each. */
export async function watchMigrations(
  db: Database,
  clusterId: string,
  now: Date,
): Promise<WatchedMigration[]> {
  const rows = await db.tierMigration.findMany({
    where: {
      clusterId,
      run: {
        OR: [
          { status: { in: [...drivenRunStatuses] } },
          { status: 'failed', finishedAt: { gt: new Date(now.getTime() - FAILED_COUNTS_MS) } },
        ],
      },
    },
    include: withHeadway,
  })
  return rows.map((row) => {
    const waits = row.steps.find((step) => step.status === 'running')?.waitReason
    return {
      id: row.id,
      database: row.database,
      table: row.table,
      status: statusOf(row),
      lastProgressMs: lastProgressMs(row),
      reason: row.run?.error ?? waits ?? null,
    }
  })
}
