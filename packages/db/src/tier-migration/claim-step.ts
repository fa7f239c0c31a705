import type { TierMigrationMove, TierMigrationStep } from '../generated/client.ts'
import type { Database } from '../transaction.ts'
import { refuseStaleWriter, StaleWriterError } from './stale-writer.ts'

export type ClaimedStep = TierMigrationStep & { moves: TierMigrationMove[] }

/**
 * Takes the step for this worker, from whoever had it. Only a live run of the current generation may claim.
 * Returns null for a step that is finished, since there is nothing left to do for it.
 */
export async function claimStep(
  db: Database,
  claim: { stepId: string; generation: number; workerId: string; now: Date },
): Promise<ClaimedStep | null> {
  const step = await db.tierMigrationStep.findUnique({
    where: { id: claim.stepId },
    include: { migration: true },
  })
  if (!step || step.migration.generation !== claim.generation)
    throw new StaleWriterError(`Step ${claim.stepId}`)
  if (step.status === 'completed' || step.status === 'failed' || step.status === 'cancelled') return null
  const { count } = await db.tierMigrationStep.updateMany({
    where: {
      id: claim.stepId,
      status: { in: ['planned', 'running'] },
      migration: { generation: claim.generation, status: { in: ['running', 'cancelling'] } },
    },
    data: {
      status: 'running',
      workerId: claim.workerId,
      attempts: { increment: 1 },
      startedAt: step.startedAt ?? claim.now,
      errorCode: null,
      error: null,
      waitReason: null,
    },
  })
  refuseStaleWriter(count, `Step ${claim.stepId}`)
  return db.tierMigrationStep.findUniqueOrThrow({
    where: { id: claim.stepId },
    include: { moves: { orderBy: { sentAt: 'asc' } } },
  })
}
