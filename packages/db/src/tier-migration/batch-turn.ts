import type { Database, Transaction } from '../transaction.ts'
import type { MigrationRun } from './migration-run.ts'

/**
 * The tables of a batch run one after the other. Whether it is this one's turn: none of the others is being moved, and
 * none before it waits to be.
 */
export async function hasTurn(db: Transaction, run: MigrationRun): Promise<boolean> {
  const [row] = await db.$queryRaw<{ waits: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM tier_migration other
      WHERE other."batchId" = own."batchId" AND other.id <> own.id
        AND (other.status IN ('running', 'pausing', 'cancelling')
          OR (other.status = 'queued' AND other."batchPosition" < own."batchPosition"))) AS waits
    FROM tier_migration own WHERE own.id = ${run.migrationId}`
  return row?.waits !== true
}

/** queued → running, unless another table of its batch has the turn. The lock on the batch lets one decide at a time. */
export async function takeTurn(db: Database, run: MigrationRun): Promise<'taken' | 'not-yet'> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT batch.id FROM tier_migration_batch batch JOIN tier_migration own ON own."batchId" = batch.id
      WHERE own.id = ${run.migrationId} FOR UPDATE OF batch`
    if (!(await hasTurn(tx, run))) return 'not-yet'
    await tx.tierMigration.updateMany({
      where: { id: run.migrationId, generation: run.generation, status: 'queued' },
      data: { status: 'running', finishedAt: null, error: null },
    })
    return 'taken'
  })
}
