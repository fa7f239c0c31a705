import { setTimeout as sleep } from 'node:timers/promises'

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

/**
 * So many statements at a time on one replica, in the order in which they came. The next step gets ready behind the
 * running ones: it is claimed, looked at and written down meanwhile, and its statement goes out the moment one ends.
 * Without this the looks and ledger writes of each step (about 30 ms) stand between any two moves.
 */
export class LaneGate {
  #permits = 1
  #inside = 0
  readonly #queue: (() => void)[] = []

  get busy(): boolean {
    return this.#inside > 0
  }

  /** May be changed at any time; statements that are under way go on. */
  allow(permits: number): void {
    this.#permits = permits
    this.#admit()
  }

  /** Resolves with the function that gives the turn back. */
  enter(): Promise<() => void> {
    return new Promise((resolve) => {
      this.#queue.push(() => resolve(this.#leaveOnce()))
      this.#admit()
    })
  }

  #admit(): void {
    while (this.#inside < this.#permits) {
      const next = this.#queue.shift()
      if (!next) return
      this.#inside++
      next()
    }
  }

  #leaveOnce(): () => void {
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      this.#inside--
      this.#admit()
    }
  }
}
