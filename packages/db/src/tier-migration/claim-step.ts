import type { TierMigrationStep } from '../generated/client.ts'
import type { Database } from '../transaction.ts'
import { StaleWriterError } from './stale-writer.ts'

/**
 * Takes the step for this worker, from whoever had it, in one statement. Only a live run of the current generation
 * may claim. Returns null for a step that is finished, since there is nothing left to do for it.
 */
export async function claimStep(
  db: Database,
  claim: { stepId: string; generation: number; workerId: string; now: Date },
): Promise<TierMigrationStep | null> {
  const [claimed] = await db.tierMigrationStep.updateManyAndReturn({
    where: {
      id: claim.stepId,
      status: { in: ['planned', 'running'] },
      migration: { generation: claim.generation, status: { in: ['running', 'cancelling'] } },
    },
    data: {
      status: 'running',
      workerId: claim.workerId,
      attempts: { increment: 1 },
      errorCode: null,
      error: null,
      waitReason: null,
    },
  })
  if (!claimed) return explainNoClaim(db, claim)
  if (claimed.startedAt === null)
    await db.tierMigrationStep.updateMany({
      where: { id: claim.stepId, startedAt: null },
      data: { startedAt: claim.now },
    })
  return claimed
}

async function explainNoClaim(db: Database, claim: { stepId: string; generation: number }): Promise<null> {
  const step = await db.tierMigrationStep.findUnique({
    where: { id: claim.stepId },
    select: { status: true, migration: { select: { generation: true } } },
  })
  const finished = step && step.status !== 'planned' && step.status !== 'running'
  if (finished && step.migration.generation === claim.generation) return null
  throw new StaleWriterError(`Step ${claim.stepId}`)
}
