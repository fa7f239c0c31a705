import { claimStep, type MigrationRun, recordStep } from '@frostline/db'
import {
  decideNextAction,
  decodeWitnesses,
  encodeWitnesses,
  type Granularity,
  judgeProof,
  measureStepProgress,
  type PartWitness,
  type ProofVerdict,
  takeWitness,
} from '@frostline/domain'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import type { Lane } from './lane.ts'
import { LaneTurn } from './lane-turn.ts'
import { observeStep, type StepSight } from './observe-step.ts'
import { Backoff, pause } from './pause.ts'
import { readTableUuid } from './read-table-uuid.ts'
import { reconcileSentMoves } from './reconcile-sent-moves.ts'
import { sendMove } from './send-move.ts'
import { announceChange, isCancelling, type StepContext } from './step-context.ts'

/**
 * One partition on one replica, from wherever it stands to the target volume.
 *
 *   claim → reconcile what a former run sent → ( observe → decide → act )* → verify → completed
 *
 * - observe asks the server; "could not look" is a wait, never an answer.
 * - decide is pure (domain): verify, wait, or one statement.
 * - act writes the statement to the ledger, sends it, and writes what became of it.
 * A crash anywhere leads back to claim, and observation tells what is left. Legal ends: completed, failed
 * (a person has to look; a retry starts over from observation), cancelled (between parts, or by STOP MOVES within one).
 * `lane-failed` is a failure that the next partition of this replica would meet too, so the lane ends.
 */
export type StepOutcome = 'settled' | 'completed' | 'failed' | 'lane-failed' | 'cancelled'

/** A statement that fails this often in a row, without a part arriving, stops the step: a storm of uploads costs money. */
export const MOST_FAILURES_IN_A_ROW = 8

export async function runTierMigrationStep(
  deps: WorkflowDeps,
  announcer: ChangeAnnouncer,
  lane: Lane,
  run: MigrationRun,
  stepId: string,
): Promise<StepOutcome> {
  const turn = new LaneTurn(lane.gate)
  try {
    return await advance(deps, announcer, lane, turn, run, stepId)
  } finally {
    turn.giveBack()
  }
}

async function advance(
  deps: WorkflowDeps,
  announcer: ChangeAnnouncer,
  lane: Lane,
  turn: LaneTurn,
  run: MigrationRun,
  stepId: string,
): Promise<StepOutcome> {
  const fence = { stepId, workerId: deps.workerId }
  const step = await claimStep(deps.db, { ...fence, generation: run.generation, now: deps.now() })
  if (!step) return 'settled'
  const { migration, clusterName, node } = await lane.facts()
  if (!node) {
    const error = `Node '${step.nodeName}' is not a node of cluster '${clusterName}' any more. Add it again, or plan anew.`
    await recordStep(deps.db, fence, { status: 'failed', error, finishedAt: deps.now(), waitReason: null })
    return 'lane-failed'
  }
  const context: StepContext = {
    deps,
    run,
    fence,
    migration,
    node,
    partitionId: step.partitionId,
    toVolume: step.toVolume,
    tableUuid: readTableUuid(migration.tableUuids, node.name),
    announcer,
    turn,
    policies: lane.policies,
  }
  announceChange(context)
  // Only a former run can have left statements open.
  if (step.attempts > 1) await reconcileSentMoves(context)

  const granularity: Granularity = step.granularity === 'part' ? 'part' : 'partition'
  let before: PartWitness[] | null = step.before === null ? null : decodeWitnesses(step.before)
  const backoff = new Backoff(500, 30_000)
  let failuresInARow = 0
  let movedParts = -1
  let waited = step.attempts > 1
  for (;;) {
    // After a wait only: sending looks for a cancellation by itself, in the statement that writes it down.
    if (waited && (await isCancelling(context))) return end(context, 'cancelled')
    waited = false
    const sight = await observeStep(context)
    if (sight.kind === 'unseen') {
      await wait(context, sight.reason, backoff.next())
      waited = true
      continue
    }
    if (sight.kind === 'table-gone') return end(context, 'failed', { error: sight.reason })
    if (before === null) {
      before = sight.parts.map(takeWitness)
      await recordStep(deps.db, fence, { before: encodeWitnesses(before) })
    }
    const progress = measureStepProgress(before, sight.parts, sight.policy, step.toVolume)
    if (progress.movedParts > movedParts) {
      failuresInARow = 0
      movedParts = progress.movedParts
    }
    const action = decideNextAction(before, sight, step.toVolume, granularity)
    if (action.kind === 'verify') return verify(context, before, sight, step.toVolume, progress)
    announceChange(context)
    if (action.kind === 'wait') {
      await recordStep(deps.db, fence, { ...progress, uploadedBytes: 0n })
      await wait(context, action.reason, 1000)
      waited = true
      continue
    }
    const sent = await sendMove(context, action, progress)
    switch (sent.kind) {
      case 'arrived':
        backoff.reset()
        break
      case 'look-first':
        break
      case 'cancelled':
        return end(context, 'cancelled')
      case 'look-again':
        await wait(context, sent.reason, backoff.next())
        waited = true
        break
      case 'try-again':
        failuresInARow++
        if (failuresInARow >= MOST_FAILURES_IN_A_ROW) {
          const error = `${sent.reason} It failed ${failuresInARow} times in a row, so the step was stopped.`
          return end(context, 'lane-failed', { error, errorCode: sent.errorCode })
        }
        await wait(context, `Attempt ${failuresInARow}: ${sent.reason}`, backoff.next())
        waited = true
        break
      case 'stopped':
        return end(context, sent.lane ? 'lane-failed' : 'failed', {
          error: sent.reason,
          errorCode: sent.errorCode,
        })
    }
  }
}

async function verify(
  context: StepContext,
  before: PartWitness[],
  sight: StepSight,
  targetVolume: string,
  progress: { movedParts: number; movedBytes: bigint },
): Promise<StepOutcome> {
  const proof = judgeProof(before, sight.parts, sight.policy, targetVolume)
  const verdict: ProofVerdict = before.length === 0 ? 'changed' : proof.verdict
  await recordStep(context.deps.db, context.fence, {
    ...progress,
    uploadedBytes: 0n,
    status: 'completed',
    after: encodeWitnesses(proof.after),
    proof: verdict,
    waitReason: null,
    finishedAt: context.deps.now(),
  })
  announceChange(context)
  return 'completed'
}

async function end(
  context: StepContext,
  outcome: 'cancelled' | 'failed' | 'lane-failed',
  failure: { error?: string; errorCode?: number | null } = {},
): Promise<StepOutcome> {
  await recordStep(context.deps.db, context.fence, {
    status: outcome === 'cancelled' ? 'cancelled' : 'failed',
    error: failure.error ?? null,
    errorCode: failure.errorCode ?? null,
    waitReason: null,
    uploadedBytes: 0n,
    finishedAt: context.deps.now(),
  })
  announceChange(context)
  return outcome
}

async function wait(context: StepContext, reason: string, ms: number): Promise<void> {
  await recordStep(context.deps.db, context.fence, { waitReason: reason })
  announceChange(context)
  await pause(ms, () => isCancelling(context))
}
