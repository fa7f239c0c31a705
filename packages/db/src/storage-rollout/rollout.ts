import type { Prisma, Run, StorageRolloutStep } from '../generated/client.ts'
import { lockRow, lockRows } from '../lock-row.ts'
import { type NewRun, type RunEnd, storeRun } from '../run/change-run.ts'
import { claimKeyOf } from '../run/claim-key.ts'
import { fencedRun, isCurrentRun, type RunRef } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** One rollout at a time per cluster. */
export function rolloutClaimOf(clusterId: string): string {
  return claimKeyOf('storage-rollout', clusterId)
}

/** Creates a run for a plan, queued. False: the plan has changed since a person has seen it. */
export async function startRollout(
  tx: Transaction,
  {
    planDigest,
    ...own
  }: Omit<NewRun, 'kind' | 'claimKey' | 'id' | 'of'> & { id: string; planDigest: string | null },
): Promise<boolean> {
  await storeRun(tx, { ...own, kind: 'storage-rollout', of: null, claimKey: rolloutClaimOf(own.clusterId) })
  const { count } = await tx.storageRollout.updateMany({
    where: { id: own.id, status: 'planned', runId: null, planDigest },
    data: { runId: own.id },
  })
  return count === 1
}

/** Locks the rollouts of a proposal: until the transaction ends none is started, finished or reverted. */
export async function holdRollouts(tx: Transaction, proposalId: string): Promise<void> {
  const started = await tx.storageRollout.findMany({
    where: { proposalId, runId: { not: null } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  // An order locks the run before it writes the rollout.
  for (const { id } of started) await lockRow(tx, 'run', id)
  await lockRows(tx, 'storage_rollout', { proposalId })
}

/** Complete when every step is completed or skipped. A failed node is a fault. */
export async function judgeRolloutSteps(tx: Transaction, { id }: Run): Promise<RunEnd> {
  const steps = await tx.storageRolloutStep.findMany({
    where: { rolloutId: id },
    orderBy: { ordinal: 'asc' },
  })
  const failed = steps.find(({ status }) => status === 'failed')
  return {
    isDone: steps.every(({ status }) => status === 'completed' || status === 'skipped'),
    fault: failed ? `${failed.nodeName}: ${failed.error ?? 'It was not carried out.'}` : null,
  }
}

/** Claims the step for this worker, from whoever had it. Null when nothing is left to do for it. */
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
 * Records facts of a step, as its owner and in the current run. Throws StaleWriterError if another worker has it:
 * called before a file is written.
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
