import { setTimeout as sleep } from 'node:timers/promises'
import { statementProgress } from '@frostline/clickhouse'
import { recordMoveEnded, recordStep, type TierMigrationMove } from '@frostline/db'
import { findVolumeOfDisk } from '@frostline/domain'
import { Backoff, pause } from '../pause.ts'
import { observeStep } from './observe-step.ts'
import { announceChange, type StepContext, stopAsked } from './step-context.ts'
import { stopMovesUntil } from './stop-moves.ts'

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
