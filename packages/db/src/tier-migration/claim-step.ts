import type { TierMigrationStep } from '../generated/client.ts'
import { StaleWriterError } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'

/**
 * Takes the step for this worker, from whoever had it, in one statement. Only a live run of the current generation
 * may claim. Returns null for a step that is finished or skipped, since there is nothing left to do for it.
 */
export async function claimStep(
  db: Database,
  claim: { stepId: string; generation: number; workerId: string; now: Date },
): Promise<TierMigrationStep | null> {
  const [claimed] = await db.$queryRaw<TierMigrationStep[]>`
    UPDATE tier_migration_step AS step
    SET status = 'running', "workerId" = ${claim.workerId}, attempts = attempts + 1, "errorCode" = NULL,
      error = NULL, "waitReason" = NULL, "startedAt" = coalesce(step."startedAt", ${claim.now})
    FROM tier_migration AS migration
    WHERE step.id = ${claim.stepId} AND step.status IN ('planned', 'running')
      AND migration.id = step."migrationId" AND migration.generation = ${claim.generation}
      AND migration.status IN ('running', 'pausing', 'cancelling')
    RETURNING step.*`
  return claimed ?? explainNoClaim(db, claim)
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
