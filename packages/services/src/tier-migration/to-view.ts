import type { Prisma, TierMigration, TierMigrationStep } from '@frostline/db'
import type { TierMigrationStepView, TierMigrationSummary } from './schema.ts'

export type MigrationWithCluster = TierMigration & { cluster: { slug: string; name: string } }

export interface StepSums {
  byStatus: Record<TierMigrationStep['status'], number>
  movedParts: number
  movedBytes: bigint
}

export function toSummary(migration: MigrationWithCluster, sums: StepSums): TierMigrationSummary {
  const { byStatus } = sums
  return {
    id: migration.id,
    clusterId: migration.clusterId,
    clusterSlug: migration.cluster.slug,
    clusterName: migration.cluster.name,
    database: migration.database,
    table: migration.table,
    storagePolicy: migration.storagePolicy,
    targetVolume: migration.targetVolume,
    status: migration.status,
    deepCheck: migration.deepCheck,
    checkOfId: migration.checkOfId,
    requestedBy: migration.requestedBy,
    cancelledBy: migration.cancelledBy,
    pausedBy: migration.pausedBy,
    createdAt: migration.createdAt,
    startedAt: migration.startedAt,
    finishedAt: migration.finishedAt,
    error: migration.error,
    batchId: migration.batchId,
    review: toReview(migration),
    totalParts: migration.totalParts,
    totalRows: migration.totalRows,
    totalBytes: migration.totalBytes,
    movedParts: sums.movedParts,
    movedBytes: sums.movedBytes,
    steps: { total: Object.values(byStatus).reduce((sum, count) => sum + count, 0), ...byStatus },
  }
}

function toReview(migration: TierMigration): TierMigrationSummary['review'] {
  const { reviewAskedAt, reviewAskedBy, reviewOutcome, reviewNote, reviewedBy, reviewedAt } = migration
  if (reviewAskedAt === null) return null
  return {
    state: reviewOutcome ?? 'asked',
    askedBy: reviewAskedBy ?? '',
    askedAt: reviewAskedAt,
    note: reviewNote ?? '',
    by: reviewedBy,
    at: reviewedAt,
  }
}

export function noSteps(): StepSums {
  return {
    byStatus: { planned: 0, running: 0, completed: 0, failed: 0, cancelled: 0, skipped: 0 },
    movedParts: 0,
    movedBytes: 0n,
  }
}

/** A running statement's bytes count as moved as they go out, but never beyond the step's plan. */
export function movedBytesOf(
  step: Pick<TierMigrationStep, 'movedBytes' | 'uploadedBytes' | 'plannedBytes'>,
): bigint {
  const bytes = step.movedBytes + step.uploadedBytes
  const most = step.plannedBytes > step.movedBytes ? step.plannedBytes : step.movedBytes
  return bytes < most ? bytes : most
}

export const stepViewColumns = {
  id: true,
  ordinal: true,
  position: true,
  nodeName: true,
  shard: true,
  replica: true,
  partitionId: true,
  partition: true,
  fromVolumes: true,
  toVolume: true,
  plannedParts: true,
  plannedRows: true,
  plannedBytes: true,
  granularity: true,
  optimizeFirst: true,
  status: true,
  attempts: true,
  movedParts: true,
  movedBytes: true,
  uploadedBytes: true,
  waitReason: true,
  errorCode: true,
  error: true,
  failures: true,
  wastedBytes: true,
  breaker: true,
  proof: true,
  deepCheckVerdict: true,
  startedAt: true,
  finishedAt: true,
} as const satisfies Prisma.TierMigrationStepSelect

export function toStepView(
  step: Prisma.TierMigrationStepGetPayload<{ select: typeof stepViewColumns }>,
): TierMigrationStepView {
  return step
}
