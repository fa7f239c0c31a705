import type { Database } from '@frostline/db'
import type { FollowedAdvice } from './schema.ts'

const shown = 10
/** A later start does not count as following the advice. */
const startedWithinMs = 86_400_000

type Followed = Awaited<ReturnType<Database['adviceFollowed']['findMany']>>[number]

/** Promised gains with what the tier migrations moved. Promises without a migration are omitted. */
export async function listFollowed(db: Database, clusterId: string): Promise<FollowedAdvice[]> {
  const rows = await db.adviceFollowed.findMany({
    where: { clusterId },
    orderBy: [{ followedAt: 'desc' }, { id: 'desc' }],
    take: 20,
  })
  const views = await Promise.all(rows.map((row) => toView(db, row)))
  return views.filter((view) => view !== null).slice(0, shown)
}

/** The first tier migration of the table to that volume that was started within a day. */
export function findMigrationAfter(
  db: Pick<Database, 'tierMigration'>,
  { clusterId, database, table, volume, followedAt }: Followed,
) {
  const until = new Date(followedAt.getTime() + startedWithinMs)
  return db.tierMigration.findFirst({
    where: {
      ...{ clusterId, database, table, targetVolume: volume },
      run: { createdAt: { gte: followedAt, lt: until } },
    },
    orderBy: { run: { createdAt: 'asc' } },
    select: { id: true, run: { select: { finishedAt: true } } },
  })
}

async function toView(db: Database, row: Followed): Promise<FollowedAdvice | null> {
  const migration = await findMigrationAfter(db, row)
  if (!migration) return null
  const { _sum: moved } = await db.tierMigrationStep.aggregate({
    where: { migrationId: migration.id, proof: { in: ['identical', 'merged'] } },
    _sum: { movedBytes: true },
  })
  const measuredBytes = moved.movedBytes ?? 0n
  const { clusterId: _, key: __, ...promise } = row
  return {
    ...promise,
    ...{ migrationId: migration.id, finishedAt: migration.run?.finishedAt ?? null, measuredBytes },
    measuredPerMonth: (Number(measuredBytes) / Number(row.promisedBytes)) * row.promisedPerMonth,
  }
}
