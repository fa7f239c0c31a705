import { endedRunStatuses } from '@frostline/domain'
import type { ScratchTable } from '../generated/client.ts'
import type { Database } from '../transaction.ts'

export type NewScratchTable = Pick<
  ScratchTable,
  'clusterId' | 'benchmarkId' | 'nodeName' | 'database' | 'name' | 'disk'
>

/** Written before each creation of the table: a dropped one is then dropped again. */
export async function recordScratchTable(db: Database, table: NewScratchTable, now: Date): Promise<void> {
  const { clusterId, nodeName, database, name } = table
  await db.scratchTable.upsert({
    where: { clusterId_nodeName_database_name: { clusterId, nodeName, database, name } },
    create: { ...table, createdAt: now },
    update: { droppedAt: null, nextDropAt: null },
  })
}

export async function listScratchTables(db: Database, benchmarkId: string): Promise<ScratchTable[]> {
  return db.scratchTable.findMany({ where: { benchmarkId, droppedAt: null } })
}

/** Unused tables that may be dropped now: their run has ended, or is gone. */
export async function listIdleScratchTables(db: Database, now: Date): Promise<ScratchTable[]> {
  return db.scratchTable.findMany({
    where: {
      droppedAt: null,
      AND: [
        { OR: [{ nextDropAt: null }, { nextDropAt: { lte: now } }] },
        {
          OR: [{ benchmarkId: null }, { benchmark: { run: { status: { in: [...endedRunStatuses] } } } }],
        },
      ],
    },
    orderBy: { createdAt: 'asc' },
    take: 50,
  })
}

/** Written before it is sent. */
export async function recordScratchDropSent(
  db: Database,
  id: string,
  sent: { dropStatement: string; dropQueryId: string; dropSentAt: Date },
): Promise<void> {
  await db.scratchTable.updateMany({ where: { id }, data: sent })
}

export async function recordScratchDrop(
  db: Database,
  id: string,
  end: { droppedAt: Date } | { error: string; nextDropAt: Date },
): Promise<void> {
  await db.scratchTable.updateMany({
    where: { id, droppedAt: null },
    data:
      'droppedAt' in end
        ? { droppedAt: end.droppedAt, dropError: null, nextDropAt: null }
        : { dropError: end.error.slice(0, 1_000), nextDropAt: end.nextDropAt },
  })
}
