import type { Prisma, TierMigration } from '@frostline/db'
import { activityOf, type MigrationStatus, type StepWork } from '@frostline/domain'
import { type StoredRun, viewRun } from '../../platform/run/stored-run.ts'
import type { StoredMigration } from './migration-run.ts'
import type { LiveStep, StepSums } from './observe-running-steps.ts'
import type { TierMigrationStepView, TierMigrationSummary } from './schema.ts'

/** That of its run, or before it has one of its plan. */
export function statusOf(row: {
  run: { status: MigrationStatus } | null
  discardedAt: Date | null
}): MigrationStatus {
  return row.run?.status ?? (row.discardedAt === null ? 'planned' : 'cancelled')
}

/** Of a kind whose runs are plans first. */
interface PlannedRow {
  id: string
  clusterId: string
  cluster: { slug: string; name: string }
  run: StoredRun | null
  requestedBy: string
  createdAt: Date
  discardedBy: string | null
  discardedAt: Date | null
}

/** What a plan shows of itself, and of its run once it is started. */
export function viewPlanned(row: PlannedRow) {
  const { id, clusterId, cluster, requestedBy, createdAt, discardedBy, discardedAt } = row
  const run = row.run && viewRun(row.run)
  return {
    ...{ id, clusterId, clusterSlug: cluster.slug, clusterName: cluster.name, requestedBy, createdAt },
    ...{ status: statusOf(row), startedBy: run?.requestedBy ?? null, pausedBy: run?.pausedBy ?? null },
    ...{ waitReason: run?.waitReason ?? null, error: run?.error ?? null, startedAt: run?.startedAt ?? null },
    cancelledBy: run ? run.cancelledBy : discardedBy,
    finishedAt: run ? run.finishedAt : discardedAt,
  }
}

export function toSummary(migration: StoredMigration, sums: StepSums): TierMigrationSummary {
  const { byStatus } = sums
  return {
    ...viewPlanned(migration),
    database: migration.database,
    table: migration.table,
    storagePolicy: migration.storagePolicy,
    targetVolume: migration.targetVolume,
    deepCheck: migration.deepCheck,
    checkOfId: migration.checkOfId,
    batchId: migration.batchId,
    review: toReview(migration),
    totalParts: migration.totalParts,
    totalRows: migration.totalRows,
    totalBytes: migration.totalBytes,
    movedParts: sums.movedParts,
    movedBytes: sums.movedBytes,
    inFlight: sums.inFlight,
    unseenNodes: sums.unseenNodes,
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
    inFlight: { parts: [], bytes: 0n, sentBytes: 0n },
    unseenNodes: [],
  }
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
  uploader: true,
  sharedBytes: true,
  sharers: true,
  sharedObjects: true,
  ownObjects: true,
  sharingFault: true,
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
  notFetched: true,
  endReason: true,
  startedAt: true,
  finishedAt: true,
  reading: true,
  readingBytes: true,
} as const satisfies Prisma.TierMigrationStepSelect

type StoredStep = Prisma.TierMigrationStepGetPayload<{ select: typeof stepViewColumns }>

export type ReadSums = StepWork['readBytes']

export const nothingRead: ReadSums = { sumBefore: 0n, check: 0n, sumAfter: 0n }

/**
 * `live`: what its node shows of it, while it runs.
 * `mayCopy`: false where reads take all statements that the limits allow at its node. What `live` shows of a copy is older then.
 */
export function toStepView(
  { reading, readingBytes, ...step }: StoredStep,
  live: LiveStep | undefined,
  reads: ReadSums,
  mayCopy = true,
): TierMigrationStepView {
  const seen = step.status === 'running' ? live : undefined
  const readBytes = reads.sumBefore + reads.check + reads.sumAfter + readingBytes
  return {
    ...step,
    movedParts: seen?.movedParts ?? step.movedParts,
    movedBytes: seen?.movedBytes ?? step.movedBytes,
    sentBytes: seen?.sentBytes ?? 0n,
    readBytes,
    activity:
      step.status === 'running'
        ? activityOf({
            reading: reading !== null,
            copying: mayCopy && ((seen?.moving.length ?? 0) > 0 || step.uploadedBytes > 0n),
            arrived: seen?.arrived ?? false,
            waitReason: step.waitReason,
          })
        : null,
  }
}

export function toStepWork(
  step: StoredStep,
  view: Pick<TierMigrationStepView, 'movedBytes' | 'sentBytes'>,
  reads: ReadSums,
): StepWork {
  const { status, plannedBytes, sharedBytes, readingBytes } = step
  return { status, plannedBytes, sharedBytes, ...view, readBytes: reads, readingBytes }
}
