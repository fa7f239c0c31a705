import type { Prisma, TierMigrationRead, TierMigrationStep } from '../generated/client.ts'
import type { DeepReadKind, TierMigrationProof } from '../generated/enums.ts'
import { isCurrentRun, type RunRef } from '../run/fence-run.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'

interface StepClaim {
  stepId: string
  orderVersion: number
  run: RunRef
}

/**
 * Takes the step for this worker, from whoever had it, in one statement. Only a live run of the current generation
 * may claim. Returns null for a step that is finished or skipped, since there is nothing left to do for it, and
 * `reordered` when a person gave the planned steps another order than `orderVersion`, so that another may be due.
 */
export async function claimStep(
  db: Database,
  claim: StepClaim & { workerId: string; now: Date },
): Promise<TierMigrationStep | 'reordered' | null> {
  const [claimed] = await db.$queryRaw<TierMigrationStep[]>`
    UPDATE tier_migration_step AS step
    SET status = 'running', "workerId" = ${claim.workerId}, attempts = attempts + 1, "errorCode" = NULL,
      error = NULL, "waitReason" = NULL, reading = NULL, "readingBytes" = 0, "startedAt" = coalesce(step."startedAt", ${claim.now})
    FROM tier_migration AS migration
    WHERE step.id = ${claim.stepId} AND step.status IN ('planned', 'running')
      AND migration.id = step."migrationId" AND migration.id = ${claim.run.id} AND ${isCurrentRun(claim.run)}
      AND (step.status = 'running' OR migration."orderVersion" = ${claim.orderVersion})
    RETURNING step.*`
  return claimed ?? explainNoClaim(db, claim)
}

async function explainNoClaim(db: Database, claim: StepClaim): Promise<'reordered' | null> {
  const step = await db.tierMigrationStep.findUnique({
    where: { id: claim.stepId },
    select: {
      status: true,
      migration: { select: { orderVersion: true, run: { select: { generation: true } } } },
    },
  })
  if (step?.migration.run?.generation === claim.run.generation) {
    if (step.status !== 'planned' && step.status !== 'running') return null
    if (step.migration.orderVersion !== claim.orderVersion) return 'reordered'
  }
  throw new StaleWriterError(`Step ${claim.stepId}`)
}

type StepChange = Pick<
  Prisma.TierMigrationStepUpdateManyMutationInput,
  | 'movedParts'
  | 'movedBytes'
  | 'uploadedBytes'
  | 'sharedObjects'
  | 'ownObjects'
  | 'sharingFault'
  | 'waitReason'
  | 'waitingSince'
  | 'before'
  | 'after'
  | 'status'
  | 'error'
  | 'errorCode'
  | 'finishedAt'
  | 'proof'
  | 'failures'
  | 'wastedBytes'
  | 'breaker'
  | 'workerId'
  | 'deepCheck'
  | 'deepCheckVerdict'
  | 'reading'
  | 'readingBytes'
>

/** Writes what became known of a running step, as its owner. Throws StaleWriterError where it is another's by now. */
export async function recordStep(db: Database, fence: StepFence, change: StepChange): Promise<void> {
  const { count } = await db.tierMigrationStep.updateMany({ where: fencedStep(fence), data: change })
  refuseStaleWriter(count, `Step ${fence.stepId}`)
}

export interface StepCompletion {
  /** The parts before and after as JSON text. */
  before: string
  after: string
  proof: TierMigrationProof
  progress: { movedParts: number; movedBytes: bigint }
  /** Of the objects that the replica has put on a disk which it shares; 0 on its own, where the moved bytes tell it. */
  uploadedBytes: bigint
  /** The statement whose success this look confirms, if its end is not written yet. */
  landed: { moveId: string; at: Date } | null
  /** Parts of the shard that the replica had not fetched, where that is not waited for. */
  notFetched: number
  /** Why it ends without them. */
  endReason: string | null
  now: Date
}

/** The end of a step and of its last statement in one round trip: hundreds of tiny steps pay for each. */
export async function completeStep(db: Database, fence: StepFence, end: StepCompletion): Promise<void> {
  const { movedParts, movedBytes } = end.progress
  const updated = await db.$executeRaw`
    WITH landed AS (
      UPDATE tier_migration_move SET status = 'done', "finishedAt" = ${end.landed?.at ?? null}
      WHERE id = ${end.landed?.moveId ?? null}
    )
    UPDATE tier_migration_step
    SET status = 'completed', "notFetched" = ${end.notFetched}, "endReason" = ${end.endReason}, "waitingSince" = NULL, before = coalesce(before, ${end.before}::jsonb), after = ${end.after}::jsonb,
      proof = ${end.proof}::tier_migration_proof, "movedParts" = ${movedParts}, "movedBytes" = ${movedBytes},
      "uploadedBytes" = ${end.uploadedBytes}, failures = 0, "waitReason" = NULL, "finishedAt" = ${end.now}
    WHERE id = ${fence.stepId} AND "workerId" = ${fence.workerId} AND status = 'running'`
  refuseStaleWriter(updated, `Step ${fence.stepId}`)
}

/**
 * The table of a replica that could not be asked when its migration was planned: the first that is seen there is the one. Answers
 * which that is, also where another step has seen it before.
 */
export async function adoptTableUuid(
  db: Database,
  migrationId: string,
  nodeName: string,
  tableUuid: string,
): Promise<string | undefined> {
  await db.$executeRaw`
    UPDATE tier_migration SET "tableUuids" = jsonb_build_object(${nodeName}::text, ${tableUuid}::text) || "tableUuids"
    WHERE id = ${migrationId}`
  const [row] = await db.$queryRaw<{ uuid: string | null }[]>`
    SELECT "tableUuids" ->> ${nodeName} AS uuid FROM tier_migration WHERE id = ${migrationId}`
  return row?.uuid ?? undefined
}

export type PartRead = Omit<TierMigrationRead, 'stepId'>

/** What reading parts showed, as the step's owner. The read under way ends with it. */
export async function recordReads(db: Database, fence: StepFence, reads: readonly PartRead[]): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.tierMigrationStep.updateMany({
      where: fencedStep(fence),
      data: { reading: null, readingBytes: 0n },
    })
    refuseStaleWriter(count, `Step ${fence.stepId}`)
    await tx.tierMigrationRead.createMany({
      data: reads.map((read) => ({ ...read, stepId: fence.stepId })),
      skipDuplicates: true,
    })
  })
}

export async function listReads(db: Database, stepId: string): Promise<PartRead[]> {
  return db.tierMigrationRead.findMany({ where: { stepId } })
}

/** Reads that hold no longer, and the verdict that stood on them. */
export async function forgetReads(
  db: Database,
  fence: StepFence,
  kinds: readonly DeepReadKind[],
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.tierMigrationStep.updateMany({
      where: fencedStep(fence),
      data: { deepCheckVerdict: null },
    })
    refuseStaleWriter(count, `Step ${fence.stepId}`)
    await tx.tierMigrationRead.deleteMany({ where: { stepId: fence.stepId, kind: { in: [...kinds] } } })
  })
}

/**
 * The right of one worker to write one step. Whoever claims the step last owns it, and every write of another
 * worker then changes no row (see StaleWriterError), so a worker that was only paused cannot disturb its successor.
 */
export interface StepFence {
  stepId: string
  workerId: string
}

function fencedStep(fence: StepFence) {
  return { id: fence.stepId, workerId: fence.workerId, status: 'running' as const }
}
