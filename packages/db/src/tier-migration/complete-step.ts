import type { TierMigrationProof } from '../generated/enums.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import type { StepFence } from './step-fence.ts'

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
      proof = ${end.proof}::"TierMigrationProof", "movedParts" = ${movedParts}, "movedBytes" = ${movedBytes},
      "uploadedBytes" = ${end.uploadedBytes}, failures = 0, "waitReason" = NULL, "finishedAt" = ${end.now}
    WHERE id = ${fence.stepId} AND "workerId" = ${fence.workerId} AND status = 'running'`
  refuseStaleWriter(updated, `Step ${fence.stepId}`)
}
