import type { TierMigrationMoveStatus } from '../generated/enums.ts'
import type { Database } from '../transaction.ts'
import { refuseStaleWriter } from './stale-writer.ts'
import { fencedStep, type StepFence } from './step-fence.ts'

/** Written before the statement is sent, in one transaction with the proof that the step is still ours. */
export async function recordMoveSent(
  db: Database,
  fence: StepFence,
  move: { queryId: string; statement: string; parts: string[]; bytes: bigint },
): Promise<string> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.tierMigrationStep.updateMany({
      where: fencedStep(fence),
      data: { waitReason: null, uploadedBytes: 0n },
    })
    refuseStaleWriter(count, `Step ${fence.stepId}`)
    const stored = await tx.tierMigrationMove.create({
      data: { ...move, stepId: fence.stepId, status: 'sent' },
    })
    return stored.id
  })
}

/** What became of a sent statement. Allowed to any worker: it is an observation of the server, not a decision. */
export async function recordMoveEnded(
  db: Database,
  moveId: string,
  end: { status: TierMigrationMoveStatus; errorCode?: number; error?: string; now: Date },
): Promise<void> {
  await db.tierMigrationMove.update({
    where: { id: moveId },
    data: {
      status: end.status,
      errorCode: end.errorCode ?? null,
      error: end.error ?? null,
      finishedAt: end.now,
    },
  })
}
