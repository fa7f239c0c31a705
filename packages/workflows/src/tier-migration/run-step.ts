import { claimStep, recordStep } from '@frostline/db'
import type { Lane } from './lane.ts'
import type { StepTurn } from './lane-queue.ts'
import { LaneTurn } from './lane-turn.ts'
import { readTableUuid } from './observe-step.ts'
import { reconcileSentMoves } from './reconcile-sent-moves.ts'
import { announceChange, type StepContext, type StepMilestones } from './step-context.ts'
import { StepDeepCheck } from './step-deep-check.ts'
import type { StepOutcome } from './step-ends.ts'
import { StepRun } from './step-run.ts'

/**
 * One partition on one replica, from wherever it stands to the target volume.
 *
 *   claim → reconcile what a former run sent → ( hold → observe → decide → act )* → verify → completed
 *
 * - hold waits while limits allow no statement now.
 * - observe asks the server; "could not look" is a wait, never an answer.
 * - decide is pure (domain): verify, wait, or one statement.
 * - act writes the statement to the ledger, sends it, and writes what became of it.
 * A crash anywhere leads back to claim, and observation tells what is left. Legal ends: completed, failed
 * (a person has to look; a retry starts over from observation), cancelled (between parts, or by STOP MOVES within one),
 * and planned again by a pause (between statements). See StepOutcome.
 */
export async function runTierMigrationStep(
  lane: Lane,
  { stepId, orderVersion }: StepTurn,
  tell: StepMilestones,
): Promise<StepOutcome> {
  const { deps, run } = lane
  const fence = { stepId, workerId: deps.workerId }
  const step = await claimStep(deps.db, { ...fence, orderVersion, run, now: deps.now() })
  if (!step) return 'settled'
  if (step === 'reordered') return 'reordered'
  const { migration, clusterName, node, peers } = await lane.facts()
  if (!node) {
    const error = `Node '${step.nodeName}' is not a node of cluster '${clusterName}' any more. Add it again, or make a new plan.`
    await recordStep(deps.db, fence, { status: 'failed', error, finishedAt: deps.now(), waitReason: null })
    return 'lane-failed'
  }
  const turn = new LaneTurn(lane.gate)
  const context: StepContext = {
    lane,
    fence,
    migration,
    node,
    peers,
    partitionId: step.partitionId,
    toVolume: step.toVolume,
    isReplicated: step.shardMaxBlock !== null,
    tableUuid: readTableUuid(migration.tableUuids, node.name),
    turn,
    tell,
  }
  try {
    announceChange(context)
    // Only a former run can have left statements open.
    if (step.attempts > 1) await reconcileSentMoves(context)
    const deepCheck = migration.deepCheck ? await StepDeepCheck.open(context, step) : null
    const stepRun = new StepRun(context, step, deepCheck)
    for (;;) {
      const outcome = await stepRun.advance()
      if (outcome) return outcome
    }
  } finally {
    turn.giveBack()
  }
}
