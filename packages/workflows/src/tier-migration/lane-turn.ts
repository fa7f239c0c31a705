import { setTimeout as sleep } from 'node:timers/promises'
import type { LaneGate } from './lane-gate.ts'

/** Older than this, what was seen of a partition is checked again before a statement is sent. */
const SIGHT_HOLDS_MS = 5000

/** A step's turn at its replica's gate: taken for each statement, kept over a second look, given back after it. */
export class LaneTurn {
  #leave: (() => void) | null = null

  constructor(private readonly gate: LaneGate) {}

  /**
   * Waits for the turn. `stale` when that took so long that the partition must be checked again (the turn is kept
   * meanwhile), `stopped` when `stop` said so.
   */
  async take(stop: () => Promise<boolean>): Promise<'now' | 'stale' | 'stopped'> {
    if (this.#leave) return 'now'
    const started = performance.now()
    const entering = this.gate.enter().then((leave) => {
      this.#leave = leave
      return 'entered' as const
    })
    for (;;) {
      const first = await Promise.race([entering, sleep(1000, 'waiting' as const, { ref: false })])
      if (first === 'entered') break
      if (await stopsWaiting(stop, () => void entering.then(() => this.giveBack()))) return 'stopped'
    }
    return performance.now() - started < SIGHT_HOLDS_MS ? 'now' : 'stale'
  }

  giveBack(): void {
    this.#leave?.()
    this.#leave = null
  }
}

/** Whoever stops, or cannot know, gives up the place in the queue as soon as it comes round. */
async function stopsWaiting(stop: () => Promise<boolean>, giveUp: () => void): Promise<boolean> {
  let mayWait = false
  try {
    mayWait = !(await stop())
  } finally {
    if (!mayWait) giveUp()
  }
  return !mayWait
}
