import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CommandOutcome,
  startMovesStatement,
  statementProgress,
  stopMovesStatement,
} from '@frostline/clickhouse'
import {
  leaveStartMoves,
  oweStartMoves,
  recordMoveEnded,
  recordStep,
  type StoppedMovesKey,
  settleStartMoves,
  type TierMigrationMove,
} from '@frostline/db'
import { findVolumeOfDisk } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff, pause } from '../pause.ts'
import { announceChange, observeStep, type StepContext, stopAsked } from './step-context.ts'

const LOOK_EVERY_MS = 1000

export interface WatchedMove {
  outcome: CommandOutcome
  /** As last seen: none for a statement that ended before the first look. */
  uploadedBytes: bigint
}

/**
 * Waits for a statement that is under way. Once a second it writes how many bytes went out (profile events of the
 * running statement, for system.processes' own counters stay 0 for a move) and looks for a cancellation. The first
 * look comes late enough that short moves pay nothing for it.
 *
 * KILL QUERY does not stop a move, so a cancellation goes by SYSTEM STOP MOVES (code 236). A pause lets it end. A merge
 * (OPTIMIZE before the move) is always let end: it is no waste.
 */
export async function watchMove(
  context: StepContext,
  { kind, queryId }: { kind: 'move' | 'optimize'; queryId: string },
  sending: Promise<CommandOutcome>,
): Promise<WatchedMove> {
  let ended = false
  let uploadedBytes = 0n
  const settled = sending.finally(() => {
    ended = true
  })
  for (;;) {
    const first = await Promise.race([settled, sleep(LOOK_EVERY_MS, 'look' as const)])
    if (first !== 'look') return { outcome: first, uploadedBytes }
    const asked = await stopAsked(context)
    if (kind === 'optimize') continue
    if (asked === 'cancel') return { outcome: await stopMovesUntil(context, settled), uploadedBytes }
    const observedBytes = await observeUploadedBytes(context, queryId)
    if (observedBytes !== null && !ended) {
      uploadedBytes = observedBytes
      await recordStep(context.lane.deps.db, context.fence, { uploadedBytes })
      announceChange(context)
    }
  }
}

/** null when it cannot be told now; the statement's own outcome is what counts. */
async function observeUploadedBytes(context: StepContext, queryId: string): Promise<bigint | null> {
  try {
    const { rows } = await context.node.client.query(
      statementProgress,
      { query_ids: [queryId] },
      { timeoutMs: 2000 },
    )
    const row = rows[0]
    if (!row) return null
    const remoteBytes = row.s3_written_bytes + (row.azure_writes > 0n ? row.file_read_bytes : 0n)
    // To a local disk nothing but the copy itself writes files; to a bucket the files are its small metadata.
    return remoteBytes > 0n ? remoteBytes : row.file_written_bytes
  } catch {
    return null
  }
}

type Node = StepContext['node']

/**
 * Aborts the running move of the step's table on its replica, and allows moves again. START MOVES is owed from before
 * the STOP is sent: should this worker die in between, another one pays the debt (see pay-stopped-moves.ts).
 */
async function stopMovesUntil(
  context: StepContext,
  ending: Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const { migration, node } = context
  const { deps } = context.lane
  const key = {
    clusterId: migration.clusterId,
    nodeName: node.name,
    database: migration.database,
    table: migration.table,
  }
  await oweStartMoves(deps.db, key, deps.workerId)
  try {
    for (;;) {
      await node.client.command({
        ...stopMovesStatement(key),
        queryId: `frostline-stop-moves-${randomUUID()}`,
        timeoutMs: 10_000,
        purpose: 'tier-migration',
      })
      const first = await Promise.race([ending, sleep(5000, 'still running' as const)])
      if (first !== 'still running') return first
    }
  } finally {
    await payStartMoves(deps, key, node)
  }
}

/** Sends the START MOVES that is owed. A node that cannot be reached keeps the debt, as one of nobody's. */
export async function payStartMoves(deps: WorkflowDeps, key: StoppedMovesKey, node: Node): Promise<boolean> {
  const outcome = await node.client.command({
    ...startMovesStatement(key),
    queryId: `frostline-start-moves-${randomUUID()}`,
    timeoutMs: 10_000,
    purpose: 'tier-migration',
  })
  if (outcome.kind === 'ok') {
    await settleStartMoves(deps.db, key)
    return true
  }
  await leaveStartMoves(deps.db, key)
  deps.log.warn({ ...key, outcome }, 'START MOVES is owed and could not be sent; it will be tried again')
  return false
}

/**
 * Settles statements that a former run sent without seeing their end: a move goes on without its client. While one
 * still runs it is waited for; then its parts tell what became of it. Nothing is sent again before that is known.
 */
export async function reconcileSentMoves(context: StepContext): Promise<void> {
  const open = await context.lane.deps.db.tierMigrationMove.findMany({
    where: { stepId: context.fence.stepId, status: 'sent' },
    orderBy: { sentAt: 'asc' },
  })
  if (open.length === 0) return
  const backoff = new Backoff(500, 10_000)
  for (const move of open) await waitForStatement(context, move, backoff)
  for (;;) {
    const sight = await observeStep(context, 'settling')
    if (sight.kind === 'unseen') {
      if (await stopAsked(context)) return
      await recordStep(context.lane.deps.db, context.fence, { waitReason: sight.reason })
      await pause(backoff.next(), async () => (await stopAsked(context)) !== null)
      continue
    }
    for (const move of open) {
      const arrived =
        sight.kind === 'seen' &&
        move.parts.every((name) => {
          if (move.kind === 'optimize') return !sight.parts.some((candidate) => candidate.name === name)
          const part = sight.parts.find((candidate) => candidate.name === name)
          return part !== undefined && findVolumeOfDisk(sight.policy, part.disk)?.name === context.toVolume
        })
      await recordMoveEnded(context.lane.deps.db, move.id, {
        status: arrived ? 'done' : 'unknown',
        ...(arrived
          ? {}
          : { error: 'The run that sent it was interrupted. The rest is moved by a new statement.' }),
        now: context.lane.deps.now(),
      })
    }
    return
  }
}

async function waitForStatement(
  context: StepContext,
  { kind, queryId }: TierMigrationMove,
  backoff: Backoff,
): Promise<void> {
  for (;;) {
    const running = await isRunning(context, queryId)
    if (running === 'no') return
    if ((await stopAsked(context)) === 'cancel') {
      if (running === 'yes' && kind === 'move') await stopMovesUntil(context, untilGone(context, queryId))
      return
    }
    const waitReason =
      running === 'yes'
        ? 'A statement of the interrupted run is still moving parts. Its result is adopted.'
        : `${context.node.name} does not answer, so it is unknown whether the interrupted statement is still running.`
    await recordStep(context.lane.deps.db, context.fence, { waitReason })
    announceChange(context)
    await pause(running === 'yes' ? 1000 : backoff.next(), async () => (await stopAsked(context)) !== null)
  }
}

async function isRunning(context: StepContext, queryId: string): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const { rows } = await context.node.client.query(
      statementProgress,
      { query_ids: [queryId] },
      { timeoutMs: 5000 },
    )
    return rows.length > 0 ? 'yes' : 'no'
  } catch {
    return 'unknown'
  }
}

/** Stands in for the outcome of a statement whose connection was another process's. */
async function untilGone(context: StepContext, queryId: string) {
  while ((await isRunning(context, queryId)) === 'yes') await sleep(500)
  return {
    kind: 'unknown' as const,
    reason: 'stopped by a cancellation',
    timedOut: false,
    queryId,
    elapsedMs: 0,
  }
}
