import type { TierMigration } from '../generated/client.ts'
import type { TierMigrationStatus } from '../generated/enums.ts'
import { lockRow } from '../lock-row.ts'
import { StaleWriterError } from '../stale-writer.ts'
import { tellCounts } from '../tell-counts.ts'
import type { Database, Transaction } from '../transaction.ts'
import { takeTurn } from './batch-turn.ts'

/** One start of a migration. A retry makes a new one, and a run of an older generation may not write. */
export interface MigrationRun {
  migrationId: string
  generation: number
}

/**
 * queued → running, also of a run that was started before and is resumed. Null while another table of its batch has the
 * turn.
 */
export async function beginMigration(
  db: Database,
  run: MigrationRun,
  now: Date,
): Promise<TierMigration | null> {
  if ((await takeTurn(db, run)) === 'not-yet') {
    const { status, generation } = await db.tierMigration.findUniqueOrThrow({
      where: { id: run.migrationId },
    })
    if (status === 'queued' && generation === run.generation) return null
  }
  await db.tierMigration.updateMany({
    where: { id: run.migrationId, generation: run.generation, startedAt: null },
    data: { startedAt: now },
  })
  const migration = await db.tierMigration.findUniqueOrThrow({ where: { id: run.migrationId } })
  if (migration.generation !== run.generation) throw new StaleWriterError(`Tier migration ${run.migrationId}`)
  return migration
}

/** `pausing` and `cancelling` ask the run to stop, `stale` says that it is not the current one. */
export type RunState = 'running' | 'pausing' | 'cancelling' | 'stale'

export interface RunOrders {
  state: RunState
  limits: unknown
  orderVersion: number
}

/** What people want of the run by now. */
export async function readRunOrders(db: Database, run: MigrationRun): Promise<RunOrders> {
  const migration = await db.tierMigration.findUnique({
    where: { id: run.migrationId },
    select: { generation: true, status: true, limits: true, orderVersion: true },
  })
  if (!migration || migration.generation !== run.generation)
    return { state: 'stale', limits: {}, orderVersion: 0 }
  const { status, limits, orderVersion } = migration
  const live = status === 'running' || status === 'pausing' || status === 'cancelling'
  return { state: live ? status : 'stale', limits, orderVersion }
}

/**
 * Settles a run from its steps: completed when every step is done or skipped, else cancelled or paused when it was
 * asked to stop, else failed, or cancelled when only what was cancelled before is left. `record` writes what follows
 * from it in the same transaction. Steps that were not begun stay planned after a pause or a failure, and resuming or
 * retrying takes them up. `reopened`: a person changed the order after the lanes were through (they know it up to
 * `orderVersion`), so they have to look once more.
 */
export async function settleMigration(
  db: Database,
  run: MigrationRun & { orderVersion: number | null },
  now: Date,
  record: (tx: Transaction, settled: TierMigration) => Promise<void>,
): Promise<TierMigrationStatus | 'reopened' | null> {
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'tier_migration', run.migrationId)
    const migration = await tx.tierMigration.findUniqueOrThrow({ where: { id: run.migrationId } })
    const { status: asked } = migration
    const active = asked === 'running' || asked === 'pausing' || asked === 'cancelling'
    if (migration.generation !== run.generation || !active) return null
    const changed = run.orderVersion !== null && run.orderVersion !== migration.orderVersion
    if (asked === 'running' && changed) return 'reopened'
    const groups = await tx.tierMigrationStep.groupBy({
      by: ['status'],
      where: { migrationId: run.migrationId },
      _count: true,
    })
    const count = (status: string) => groups.find((group) => group.status === status)?._count ?? 0
    const total = groups.reduce((sum, group) => sum + group._count, 0)
    const done = count('completed') + count('skipped')
    const unfinished = count('failed') + count('planned') > 0 ? 'failed' : 'cancelled'
    const stopped = asked === 'cancelling' ? 'cancelled' : asked === 'pausing' ? 'paused' : unfinished
    const status: TierMigrationStatus = done === total ? 'completed' : stopped
    if (status === 'cancelled')
      await tx.tierMigrationStep.updateMany({
        where: { migrationId: run.migrationId, status: { in: ['planned', 'running'] } },
        data: { status: 'cancelled', finishedAt: now, waitReason: null },
      })
    const settled = await tx.tierMigration.update({
      where: { id: run.migrationId },
      data: {
        status,
        finishedAt: status === 'paused' ? null : now,
        error:
          status === 'failed'
            ? `${total - done} of ${total} steps ${total - done === 1 ? 'is' : 'are'} not done: ${tellCounts([
                [count('failed'), 'failed'],
                [count('planned'), 'not started'],
              ])}.`
            : null,
      },
    })
    await record(tx, settled)
    return status
  })
}
