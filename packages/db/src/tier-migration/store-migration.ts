import type { Prisma, TierMigration } from '../generated/client.ts'
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
