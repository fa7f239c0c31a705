import type { StoppedMoves } from '../generated/client.ts'
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
