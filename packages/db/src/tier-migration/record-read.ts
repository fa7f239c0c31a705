import type { TierMigrationRead } from '../generated/client.ts'
import type { DeepReadKind } from '../generated/enums.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import { fencedStep, type StepFence } from './step-fence.ts'

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
