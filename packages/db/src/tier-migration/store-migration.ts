import { liveRunStatuses } from '@frostline/domain'
import type { Prisma, TierMigration } from '../generated/client.ts'
import type { RunRef } from '../run/fence-run.ts'
import type { Transaction } from '../transaction.ts'

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
