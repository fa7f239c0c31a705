import { setTimeout as sleep } from 'node:timers/promises'
import { claimStep, recordStep, StaleWriterError } from '@frostline/db'
import { Backoff } from '../pause.ts'
import type { Lane, StepTurn } from './lane.ts'
import { LaneTurn } from './lane-pace.ts'
import {
  announceChange,
  readTableUuid,
  type StepContext,
  type StepMilestones,
  type StepOutcome,
} from './step-context.ts'
import { StepDeepCheck } from './step-deep-check.ts'
import { StepRun } from './step-run.ts'
import { reconcileSentMoves } from './watch-move.ts'

/** Steps whose statements are through and that wait for the look which proves it. */
const MAX_UNPROVED = 32

/** A person may allow more at a time while long moves are under way. */
const READ_ORDERS_EVERY_MS = 1000

/** A person may open a step again on a replica whose lane is through, while others still move. */
const LOOK_FOR_MORE_EVERY_MS = 500

/**
 * All steps of one replica, until none is left, a person stops the run, or something fails that the next step would
 * meet too. While other lanes are `busy` it stays for steps that are opened again. The ledger is the queue, so it does
 * not matter which process did what before. Returns in order also when the run is not the current one any more; the
 * database being away is waited out.
 */
export async function driveLane(lane: Lane, busy: Set<Lane>): Promise<void> {
  const backoff = new Backoff(1000, 30_000)
  for (;;) {
    try {
      do {
        busy.add(lane)
        lane.gaveUpAt = null
        await takeSteps(lane, busy)
        busy.delete(lane)
      } while (await waitForMore(lane, busy))
      return
    } catch (error) {
      busy.delete(lane)
      if (error instanceof StaleWriterError) return
      lane.deps.log.warn({ error, node: lane.nodeName, ...lane.run }, 'A lane was interrupted and goes on')
      await sleep(backoff.next())
    }
  }
}

async function waitForMore(lane: Lane, busy: ReadonlySet<Lane>): Promise<boolean> {
  for (;;) {
    if (await hasMore(lane)) return true
    if (busy.size === 0) return false
    await sleep(LOOK_FOR_MORE_EVERY_MS)
  }
}

/** Whether the lane, being through, has a step to take again. */
export async function hasMore(lane: Lane): Promise<boolean> {
  const { wish, orderVersion } = await lane.orders.read()
  return wish === 'go-on' && lane.queue.holds(orderVersion, lane.gaveUpAt)
}

async function takeSteps(lane: Lane, busy: ReadonlySet<Lane>): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const unsent = new Set<Promise<void>>()
  let ended = false
  let stopping = false
  try {
    for (;;) {
      const { wish, limits, orderVersion } = await lane.orders.read()
      const permits = limits.concurrencyPerReplica ?? 1
      lane.gate.allow(permits)
      if (ended) return
      // One gets ready behind those that move.
      if (unsent.size > permits || underWay.size > permits + MAX_UNPROVED) {
        const room = unsent.size > permits ? unsent : underWay
        await Promise.race([...room, sleep(READ_ORDERS_EVERY_MS, undefined, { ref: false })])
        continue
      }
      const turn = await lane.queue.take(
        orderVersion,
        stopping || wish !== 'go-on',
        new Set([...busy].flatMap(({ nodeName, isAway }) => (isAway ? [] : [nodeName]))),
      )
      if (turn === null) return
      if (turn === 'later') {
        await sleep(LOOK_FOR_MORE_EVERY_MS)
        continue
      }
      const { ready, sent, settled } = beginStep(lane, turn)
      track(unsent, sent)
      track(
        underWay,
        settled.then((outcome) => {
          if (outcome === 'failed' || outcome === 'lane-failed' || outcome === 'settled')
            lane.queue.forget(turn.stepId)
          if (outcome === 'lane-failed') lane.gaveUpAt = turn.stepId
          if (outcome === 'lane-failed' || outcome === 'stale') ended = true
          if (outcome === 'stopped') stopping = true
        }),
      )
      // The order of the plan: the next one does not get ready before this one has a place at the gate.
      await ready
    }
  } finally {
    await Promise.all(underWay)
  }
}

type LaneStepOutcome = StepOutcome | 'stale'

function beginStep(lane: Lane, turn: StepTurn) {
  const ready = openPromise()
  const sent = openPromise()
  const settled = untilSettled(lane, turn, { ready: ready.resolve, sent: sent.resolve }).finally(() => {
    ready.resolve()
    sent.resolve()
  })
  return { ready: ready.promise, sent: sent.promise, settled }
}

function openPromise(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** A step throws only when the database is away; it observes before it acts, so it simply starts over. */
async function untilSettled(lane: Lane, turn: StepTurn, tell: StepMilestones): Promise<LaneStepOutcome> {
  const backoff = new Backoff(1000, 30_000)
  for (;;) {
    try {
      const outcome = await runTierMigrationStep(lane, turn, tell)
      if (outcome === 'reordered') {
        lane.queue.forget(turn.stepId)
        await lane.orders.readAnew()
      }
      return outcome
    } catch (error) {
      if (error instanceof StaleWriterError) return 'stale'
      lane.deps.log.warn(
        { error, stepId: turn.stepId, ...lane.run },
        'A step was interrupted and will be taken up again',
      )
      await sleep(backoff.next())
    }
  }
}

function track(set: Set<Promise<void>>, promise: Promise<void>): void {
  const tracked = promise.finally(() => set.delete(tracked))
  set.add(tracked)
}

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
async function runTierMigrationStep(
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
