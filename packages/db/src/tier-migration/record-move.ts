import { randomUUID } from 'node:crypto'
import type { TierMigrationMoveStatus, TierMigrationStatementKind } from '../generated/enums.ts'
import { StaleWriterError } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import { type MigrationRun, type RunState, readRunOrders } from './migration-run.ts'
import type { StepFence } from './step-fence.ts'

export interface MoveToSend {
  kind: TierMigrationStatementKind
  queryId: string
  statement: string
  parts: string[]
  bytes: bigint
  /** What has arrived so far; written in the same statement. */
  progress: { movedParts: number; movedBytes: bigint }
  /** The first look at the parts, as JSON text, when the ledger does not have it yet. */
  before: string | null
  /** The parts that OPTIMIZE is about to merge, as JSON text. */
  mergedFrom: string | null
}

/**
 * Written before the statement is sent, in one round trip: the row is made only where the step is still this
 * worker's and the migration still runs. Returns its id, or why a person wants none to be sent.
 */
export async function recordMoveSent(
  db: Database,
  fence: StepFence,
  run: MigrationRun,
  move: MoveToSend,
): Promise<{ id: string } | { stopped: Extract<RunState, 'pausing' | 'cancelling'> }> {
  const id = randomUUID()
  const { movedParts, movedBytes } = move.progress
  const written = await db.$executeRaw`
    WITH fence AS (
      UPDATE tier_migration_step AS step
      SET "waitReason" = NULL, "uploadedBytes" = 0, "movedParts" = ${movedParts}, "movedBytes" = ${movedBytes},
        before = coalesce(step.before, ${move.before}::jsonb),
        "mergedFrom" = coalesce(step."mergedFrom", ${move.mergedFrom}::jsonb)
      FROM tier_migration AS migration
      WHERE step.id = ${fence.stepId} AND step."workerId" = ${fence.workerId} AND step.status = 'running'
        AND migration.id = step."migrationId" AND migration.generation = ${run.generation}
        AND migration.status = 'running'
      RETURNING step.id
    )
    INSERT INTO tier_migration_move (id, "stepId", kind, statement, "queryId", parts, bytes, status, "sentAt")
    SELECT ${id}, fence.id, ${move.kind}::"TierMigrationStatementKind", ${move.statement}, ${move.queryId}, ${move.parts}, ${move.bytes}, 'sent', now()
    FROM fence`
  if (written === 1) return { id }
  const { state } = await readRunOrders(db, run)
  if (state === 'pausing' || state === 'cancelling') return { stopped: state }
  throw new StaleWriterError(`Step ${fence.stepId}`)
}

/** What became of a sent statement. Allowed to any worker: it is an observation of the server, not a decision. */
export async function recordMoveEnded(
  db: Database,
  moveId: string,
  end: { status: TierMigrationMoveStatus; errorCode?: number; error?: string; now: Date },
): Promise<void> {
  await db.$executeRaw`
    UPDATE tier_migration_move
    SET status = ${end.status}::"TierMigrationMoveStatus", "errorCode" = ${end.errorCode ?? null},
      error = ${end.error ?? null}, "finishedAt" = ${end.now}
    WHERE id = ${moveId}`
}
