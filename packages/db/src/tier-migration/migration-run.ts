import { liveRunStatuses, nextRunStatus, readRunWish } from '@frostline/domain'
import { describeCounts } from '../describe-counts.ts'
import type { Prisma, Run, TierMigration } from '../generated/client.ts'
import { type NewRun, type RunEnd, storeRun } from '../run/change-run.ts'
import { claimKeyOf } from '../run/claim-key.ts'
import { fencedRun, nameRun, type RunRef, type RunWish } from '../run/fence-run.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

export interface NewTierMigrationStep {
  ordinal: number
  nodeName: string
  shard: number
  replica: number
  partitionId: string
  partition: string
  fromVolumes: string[]
  toVolume: string
  plannedParts: number
  plannedRows: bigint
  plannedBytes: bigint
  uploader?: string | null
  sharedBytes?: bigint
  sharers?: number | null
  needsKeeper?: boolean
  granularity: string
  optimizeFirst: boolean
  shardMaxBlock?: bigint | null
  /** What is known of the step before its first look; a plan knows nothing. */
  before?: Prisma.InputJsonValue
  deepCheck?: Prisma.InputJsonValue
}

/** Stores a plan with all its steps. It does nothing by itself until it is queued. */
export async function storeTierMigration(
  tx: Transaction,
  migration: Omit<Prisma.TierMigrationUncheckedCreateInput, 'steps'>,
  steps: readonly NewTierMigrationStep[],
): Promise<TierMigration> {
  const stored = await tx.tierMigration.create({ data: migration })
  await tx.tierMigrationStep.createMany({
    data: steps.map((step) => ({ ...step, position: step.ordinal, migrationId: stored.id })),
  })
  return stored
}

/**
 * The tables of a batch run one after the other. Whether it is this one's turn: none of the others is being moved, and
 * none before it waits to be. The lock on the batch lets one decide at a time.
 */
export async function hasTurn(tx: Transaction, { id }: RunRef): Promise<boolean> {
  await tx.$queryRaw`
    SELECT batch.id FROM tier_migration_batch batch JOIN tier_migration own ON own."batchId" = batch.id
    WHERE own.id = ${id} FOR UPDATE OF batch`
  const [row] = await tx.$queryRaw<{ waits: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM tier_migration other JOIN run ON run.id = other."runId"
      WHERE other."batchId" = own."batchId" AND other.id <> own.id
        AND (run.status::text = ANY(${[...liveRunStatuses]})
          OR (run.status = 'queued' AND other."batchPosition" < own."batchPosition"))) AS waits
    FROM tier_migration own WHERE own.id = ${id}`
  return row?.waits !== true
}

/** One table has one at a time: two would move the same parts against each other. */
export function migrationClaimOf({ clusterId, database, table }: TableOfCluster): string {
  return claimKeyOf('tier-migration', clusterId, database, table)
}

export interface TableOfCluster {
  clusterId: string
  database: string
  table: string
}

/** Makes a run of a plan, queued. */
export async function startMigration(
  tx: Transaction,
  { id, database, table, ...own }: TableOfCluster & Omit<NewRun, 'kind' | 'claimKey' | 'of'> & { id: string },
): Promise<void> {
  const claimKey = migrationClaimOf({ ...own, database, table })
  await storeRun(tx, { ...own, id, kind: 'tier-migration', of: { database, table }, claimKey })
  await tx.tierMigration.update({
    where: { id },
    data: { runId: id, discardedBy: null, discardedAt: null },
  })
}

export interface MigrationOrders {
  wish: RunWish
  limits: unknown
  orderVersion: number
}

/** What people want of the run by now. Throws StaleWriterError. */
export async function readMigrationOrders(db: Database, ref: RunRef): Promise<MigrationOrders> {
  const migration = await db.tierMigration.findFirst({
    where: { id: ref.id, run: fencedRun(ref) },
    select: { limits: true, orderVersion: true, run: { select: { status: true } } },
  })
  if (!migration?.run) throw new StaleWriterError(nameRun(ref))
  const { run, ...orders } = migration
  return { ...orders, wish: readRunWish(run.status) }
}

/** All lanes are through with the steps as they were ordered then. Throws StaleWriterError. */
export async function recordDriven(db: Database, ref: RunRef, orderVersion: number): Promise<void> {
  const { count } = await db.tierMigration.updateMany({
    where: { id: ref.id, run: fencedRun(ref) },
    data: { drivenVersion: orderVersion },
  })
  refuseStaleWriter(count, nameRun(ref))
}

/**
 * Done when every step is completed or skipped. Steps that were not begun stay planned after a pause or a failure, and resuming or
 * retrying takes them up. Where a person has changed the order since the lanes were through they have to look once more.
 */
export async function judgeMigrationSteps(tx: Transaction, { id, status }: Run): Promise<RunEnd> {
  const { orderVersion, drivenVersion } = await tx.tierMigration.findUniqueOrThrow({ where: { id } })
  const mayStop = nextRunStatus('stop', status) !== null
  if (!mayStop && drivenVersion !== null && drivenVersion !== orderVersion)
    return { isDone: false, fault: null, goesOn: true }
  const groups = await tx.tierMigrationStep.groupBy({
    by: ['status'],
    where: { migrationId: id },
    _count: true,
  })
  const count = (of: string) => groups.find((group) => group.status === of)?._count ?? 0
  const total = groups.reduce((sum, group) => sum + group._count, 0)
  const left = total - count('completed') - count('skipped')
  const isDone = left === 0
  const isRestCancelled = !mayStop && count('failed') + count('planned') === 0
  if (!isDone && (isRestCancelled || status === 'cancelling'))
    await tx.tierMigrationStep.updateMany({
      where: { migrationId: id, status: { in: ['planned', 'running'] } },
      data: { status: 'cancelled', finishedAt: new Date(), waitReason: null },
    })
  if (isDone || mayStop || isRestCancelled) return { isDone, fault: null, isRestCancelled }
  const counts = describeCounts([
    [count('failed'), 'failed'],
    [count('planned'), 'not started'],
  ])
  return { isDone, fault: `${left} of ${total} steps ${left === 1 ? 'is' : 'are'} not done: ${counts}.` }
}
