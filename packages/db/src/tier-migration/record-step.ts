import type { Prisma } from '../generated/client.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import { fencedStep, type StepFence } from './step-fence.ts'

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
