import { randomUUID } from 'node:crypto'
import { liveRunStatuses } from '@frostline/domain'
import type { TierMigrationMoveStatus, TierMigrationStatementKind } from '../generated/enums.ts'
import { isCurrentRun, type RunRef, type RunWish, readWish } from '../run/fence-run.ts'
import { StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'
import type { StepFence } from './steps.ts'

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
 * worker's and the migration still runs. Returns its id, why a person wants none to be sent, or which replica has the turn.
 */
export async function recordMoveSent(
  db: Database,
  fence: StepFence,
  run: RunRef,
  move: MoveToSend,
  turn: ShardTurn | null,
): Promise<{ id: string } | { stopped: RunWish } | { turnOf: string }> {
  const id = randomUUID()
  const write = async (tx: Transaction) => {
    const turnOf = turn === null ? null : await findTurnOf(tx, turn)
    return turnOf === null ? insertMove(tx, id, fence, run, move) : { turnOf }
  }
  const written =
    turn === null ? await write(db) : await db.$transaction(write, { maxWait: 10_000, timeout: 10_000 })
  if (typeof written !== 'number') return written
  if (written === 1) return { id }
  const wish = await readWish(db, run)
  if (wish !== 'go-on') return { stopped: wish }
  throw new StaleWriterError(`Step ${fence.stepId}`)
}

/** Replicas of a shard take turns, over all migrations: one of them is always left alone. */
export interface ShardTurn {
  clusterId: string
  shard: number
  nodeName: string
}

const shardTurnLock = 72_707_372

/**
 * The other replica of the shard that a statement is under way on, by the ledger; null: none. The lock holds until the end of
 * the transaction, so that two replicas cannot both find none. Statements of a run that has ended do not count: nobody would
 * ever write their end.
 */
async function findTurnOf(
  tx: Transaction,
  { clusterId, shard, nodeName }: ShardTurn,
): Promise<string | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${shardTurnLock}::int, hashtext(${`${clusterId} ${shard}`}))`
  const [other] = await tx.$queryRaw<{ nodeName: string }[]>`
    SELECT step."nodeName"
    FROM run
    JOIN tier_migration_step AS step ON step."migrationId" = run.id
    JOIN tier_migration_move AS move ON move."stepId" = step.id
    WHERE run.kind = 'tier-migration' AND run."clusterId" = ${clusterId}
      AND run.status::text = ANY(${[...liveRunStatuses]})
      AND step.shard = ${shard} AND step."nodeName" <> ${nodeName} AND step."shardMaxBlock" IS NOT NULL
      AND step.status = 'running' AND move.status = 'sent'
    LIMIT 1`
  return other?.nodeName ?? null
}

async function insertMove(
  db: Transaction,
  id: string,
  fence: StepFence,
  run: RunRef,
  move: MoveToSend,
): Promise<number> {
  const { movedParts, movedBytes } = move.progress
  return db.$executeRaw`
    WITH fence AS (
      UPDATE tier_migration_step AS step
      SET "waitReason" = NULL, "uploadedBytes" = 0, "movedParts" = ${movedParts}, "movedBytes" = ${movedBytes},
        before = coalesce(step.before, ${move.before}::jsonb),
        "mergedFrom" = coalesce(step."mergedFrom", ${move.mergedFrom}::jsonb)
      WHERE step.id = ${fence.stepId} AND step."workerId" = ${fence.workerId} AND step.status = 'running'
        AND step."migrationId" = ${run.id} AND ${isCurrentRun(run, { goesOn: true })}
      RETURNING step.id
    )
    INSERT INTO tier_migration_move (id, "stepId", kind, statement, "queryId", parts, bytes, status, "sentAt")
    SELECT ${id}, fence.id, ${move.kind}::tier_migration_statement_kind, ${move.statement}, ${move.queryId}, ${move.parts}, ${move.bytes}, 'sent', now()
    FROM fence`
}

/** The text of a statement with settings that were chosen after it was written down, right before it is sent. */
export async function recordMoveText(db: Database, moveId: string, statement: string): Promise<void> {
  await db.tierMigrationMove.update({ where: { id: moveId }, data: { statement }, select: { id: true } })
}

/** What became of a sent statement. Allowed to any worker: it is an observation of the server, not a decision. */
export async function recordMoveEnded(
  db: Database,
  moveId: string,
  end: { status: TierMigrationMoveStatus; errorCode?: number; error?: string; now: Date },
): Promise<void> {
  await db.$executeRaw`
    UPDATE tier_migration_move
    SET status = ${end.status}::tier_migration_move_status, "errorCode" = ${end.errorCode ?? null},
      error = ${end.error ?? null}, "finishedAt" = ${end.now}
    WHERE id = ${moveId}`
}
