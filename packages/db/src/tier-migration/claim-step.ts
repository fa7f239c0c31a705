import type { TierMigrationStep } from '../generated/client.ts'
import { isCurrentRun, type RunRef } from '../run/fence-run.ts'
import { StaleWriterError } from '../stale-writer.ts'
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
