import { setTimeout as sleep } from 'node:timers/promises'
import { StaleWriterError } from '@frostline/db'
import { Backoff } from '../pause.ts'
import type { Lane } from './lane.ts'
import type { StepTurn } from './lane-queue.ts'
import { runTierMigrationStep } from './run-step.ts'
import type { StepMilestones } from './step-context.ts'
import type { StepOutcome } from './step-ends.ts'

/** Steps whose statements are through and that wait for the look which proves it. */
const MOST_UNPROVED = 32

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
      if (unsent.size > permits || underWay.size > permits + MOST_UNPROVED) {
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
