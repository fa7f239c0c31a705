import type { Prisma, StorageRolloutStep } from '../generated/client.ts'
import { fencedRun, isCurrentRun, type RunRef } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'

/** Takes the step for this worker, from whoever had it. Null when there is nothing left to do for it. */
export async function claimRolloutStep(
  db: Database,
  claim: { stepId: string; run: RunRef; workerId: string; now: Date },
): Promise<StorageRolloutStep | null> {
  const [claimed] = await db.$queryRaw<StorageRolloutStep[]>`
    UPDATE storage_rollout_step AS step
    SET status = 'running', "workerId" = ${claim.workerId}, attempts = attempts + 1, error = NULL,
      "waitReason" = NULL, "finishedAt" = NULL, "startedAt" = coalesce(step."startedAt", ${claim.now})
    WHERE step.id = ${claim.stepId} AND step."rolloutId" = ${claim.run.id} AND step.status IN ('planned', 'running')
      AND ${isCurrentRun(claim.run)}
    RETURNING step.*`
  return claimed ?? null
}

export interface RolloutStepFence {
  stepId: string
  workerId: string
  run: RunRef
}

type RolloutStepChange = Pick<
  Prisma.StorageRolloutStepUpdateManyMutationInput,
  'status' | 'touchedAt' | 'writtenAt' | 'loadedAt' | 'waitReason' | 'error' | 'finishedAt'
>

/**
 * Writes what became known of a step, as its owner and in the current run. Throws StaleWriterError where it is another's
 * by now: whoever is about to write a file asks here first.
 */
export async function recordRolloutStep(
  db: Database,
  { stepId, workerId, run }: RolloutStepFence,
  change: RolloutStepChange,
): Promise<void> {
  const { count } = await db.storageRolloutStep.updateMany({
    where: {
      ...{ id: stepId, workerId, status: 'running' },
      rollout: { run: fencedRun(run) },
    },
    data: change,
  })
  refuseStaleWriter(count, `Rollout step ${stepId}`)
}
