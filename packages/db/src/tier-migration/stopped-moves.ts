import { drivenRunStatuses } from '@frostline/domain'
import { Prisma, type StoppedMoves } from '../generated/client.ts'
import type { Database } from '../transaction.ts'

export interface StoppedMovesKey {
  clusterId: string
  nodeName: string
  database: string
  table: string
}

/** Notes that SYSTEM STOP MOVES is about to be sent, so that START MOVES is owed whatever happens to this worker. */
export async function oweStartMoves(db: Database, key: StoppedMovesKey, workerId: string): Promise<void> {
  await db.stoppedMoves.upsert({
    where: { clusterId_nodeName_database_table: key },
    create: { ...key, workerId },
    update: { workerId },
  })
}

/** Of a node that could not be told: any worker tries again. A debt that was paid or forgotten meanwhile stays away. */
export async function leaveStartMoves(db: Database, key: StoppedMovesKey): Promise<void> {
  await db.stoppedMoves.updateMany({ where: key, data: { workerId: 'nobody' } })
}

export async function settleStartMoves(db: Database, key: StoppedMovesKey): Promise<void> {
  await db.stoppedMoves.deleteMany({ where: key })
}

/** Debts of workers that do not live any more: nobody else will send their START MOVES. */
export async function listOrphanedStoppedMoves(
  db: Database,
  liveWorkerIds: string[],
): Promise<StoppedMoves[]> {
  return db.stoppedMoves.findMany({ where: { workerId: { notIn: liveWorkerIds } } })
}

/** A partition that a tier migration has brought to a volume of one replica. */
export interface SettledPlace {
  stepId: string
  migrationId: string
  nodeName: string
  database: string
  table: string
  tableUuids: unknown
  partitionId: string
  toVolume: string
  finishedAt: Date
}

/**
 * Where partitions belong since the last migration that brought them somewhere, newest first. A migration that is under way
 * still takes care of its own. Deep checks move nothing.
 */
export async function listSettledPlaces(
  db: Database,
  clusterId: string,
  given: { since: Date; only?: { migrationId: string } | { database: string; table: string }; limit: number },
): Promise<SettledPlace[]> {
  const { only } = given
  const ofTable =
    only === undefined || 'migrationId' in only
      ? Prisma.empty
      : Prisma.sql`AND migration.database = ${only.database} AND migration."table" = ${only.table}`
  const ofMigration =
    only !== undefined && 'migrationId' in only
      ? Prisma.sql`AND latest."migrationId" = ${only.migrationId}`
      : Prisma.empty
  return db.$queryRaw<SettledPlace[]>`
    SELECT "stepId", "migrationId", "nodeName", database, "table", "tableUuids", "partitionId", "toVolume", "finishedAt"
    FROM (
      SELECT DISTINCT ON (step."nodeName", migration.database, migration."table", step."partitionId")
        step.id AS "stepId", step."migrationId", step."nodeName", migration.database, migration."table",
        migration."tableUuids", run.status, step."partitionId", step."toVolume", step."finishedAt"
      FROM tier_migration AS migration
      JOIN run ON run.id = migration."runId"
      JOIN tier_migration_step AS step ON step."migrationId" = migration.id
      WHERE migration."clusterId" = ${clusterId} AND migration."checkOfId" IS NULL
        AND step.status = 'completed' AND step."finishedAt" >= ${given.since} ${ofTable}
      ORDER BY step."nodeName", migration.database, migration."table", step."partitionId", step."finishedAt" DESC
    ) AS latest
    WHERE latest.status::text <> ALL(${[...drivenRunStatuses]}) ${ofMigration}
    ORDER BY "finishedAt" DESC
    LIMIT ${given.limit}`
}
