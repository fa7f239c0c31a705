import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadSampleRow, type NodeClient, QueryFailedError, sampleLoad } from '@frostline/clickhouse'
import {
  BandwidthBudget,
  bandwidthOfStatement,
  findPacingBreaches,
  isWindowOpen,
  nextWindowOpening,
  PaceGovernor,
  type PacingLimits,
  type PacingSample,
  paceOfStatement,
  sizeText,
  type TierMigrationLimits,
  type TimeWindow,
} from '@frostline/domain'

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

const LOOK_EVERY_MS = 2000

/** Short enough to see a change soon, long enough to hold some queries of a quiet node. */
const WINDOW_SECONDS = 10

/** Looks at what a node does for others, and tells how fast a migration may go on it. Its clock is performance.now(). */
class LoadGauge {
  readonly governor = new PaceGovernor()
  #lookedAtMs = Number.NEGATIVE_INFINITY
  #last: LoadSampleRow | null = null
  #looking: Promise<void> | null = null

  /** Looks again when the last look is two seconds old. A node that does not answer counts as a breach. */
  async refresh(client: NodeClient, limits: PacingLimits): Promise<void> {
    if (performance.now() - this.#lookedAtMs < LOOK_EVERY_MS) return
    this.#looking ??= this.#look(client, limits).finally(() => {
      this.#looking = null
    })
    await this.#looking
  }

  async #look(client: NodeClient, limits: PacingLimits): Promise<void> {
    try {
      const { rows } = await client.query(
        sampleLoad,
        { window_seconds: WINDOW_SECONDS, slow_ms: limits.foregroundP95Ms ?? 0 },
        { timeoutMs: 5000 },
      )
      const row = rows[0]
      if (!row) return
      this.governor.observe(findPacingBreaches(toSample(row, this.#last), limits), performance.now())
      this.#last = row
    } catch (thrown) {
      if (!(thrown instanceof QueryFailedError)) throw thrown
      const reason = `${client.name} could not report its load (${thrown.message})`
      this.governor.observe([reason], performance.now())
    } finally {
      this.#lookedAtMs = performance.now()
    }
  }
}

/** Events count from the start of the server: after a restart they are smaller than before. */
function toSample(row: LoadSampleRow, last: LoadSampleRow | null): PacingSample {
  const since = (now: bigint, before: bigint | undefined) =>
    Number(before === undefined || now < before ? 0n : now - before)
  return {
    foregroundP95Ms: row.foreground_p95_ms,
    foregroundQueries: row.foreground_queries,
    mergePoolBusy: row.merge_pool_busy,
    mergePoolSize: row.merge_pool_size,
    storeRequests: since(row.store_requests, last?.store_requests),
    storeErrors: since(row.store_errors, last?.store_errors),
  }
}

/** Shorter waits are not worth a line in the ledger: the statement's own throttle has kept to the limit well enough. */
const WAIT_THAT_COUNTS_MS = 100

export interface Hold {
  reason: string
  /** When to ask again. */
  forMs: number
}

/** A statement costs a replica and its store work also where it brings few bytes: each part counts as so many more. */
const COST_OF_PART = 1024n * 1024n

/** What a statement does to its replica. */
export interface StatementWork {
  parts: number
  bytes: bigint
}

/** Whether the next statement of one replica may go out now, and how fast. */
export class LanePace {
  readonly #bandwidth = new BandwidthBudget()
  readonly #load = new LoadGauge()
  /** Keeps to the pace what a throttle does not reach: many tiny parts, servers that do not hold one. */
  readonly #paced = new BandwidthBudget()

  async hold(client: NodeClient, limits: TierMigrationLimits, now: Date): Promise<Hold | null> {
    return (
      holdForWindow(limits.window, now) ??
      (await this.#holdForLoad(client, limits)) ??
      this.#holdForBandwidth(limits)
    )
  }

  /** The throttle of a statement over so many bytes; undefined: none. */
  throttle(bytes: bigint, limits: TierMigrationLimits): bigint | undefined {
    return bandwidthOfStatement(limits, bytes, limits.pacing && this.#load.governor.bytesPerSecond)
  }

  /** A statement that began at `beganAtMs` (performance.now) has done this work. */
  spend({ parts, bytes }: StatementWork, beganAtMs: number, limits: TierMigrationLimits): void {
    if (limits.bandwidthBytesPerSecond !== undefined)
      this.#bandwidth.spend(bytes, beganAtMs, BigInt(limits.bandwidthBytesPerSecond))
    if (!limits.pacing) return
    const { governor } = this.#load
    const cost = bytes + BigInt(parts) * COST_OF_PART
    this.#paced.spend(cost, beganAtMs, paceOfStatement(cost, governor.bytesPerSecond))
    governor.spent(cost * BigInt(limits.concurrencyPerReplica ?? 1), performance.now() - beganAtMs)
  }

  async #holdForLoad(client: NodeClient, { pacing }: TierMigrationLimits): Promise<Hold | null> {
    if (!pacing) return null
    await this.#load.refresh(client, pacing)
    const { breaches, bytesPerSecond } = this.#load.governor
    if (breaches.length > 0)
      return { reason: `Yields to other workloads: ${breaches.join('; ')}.`, forMs: 1000 }
    const restMs = this.#paced.waitMs(performance.now())
    if (restMs < WAIT_THAT_COUNTS_MS) return null
    return {
      reason: `Throttled to ${sizeText(bytesPerSecond)}/s because of other workloads. Pausing after a part.`,
      forMs: restMs,
    }
  }

  #holdForBandwidth(limits: TierMigrationLimits): Hold | null {
    if (limits.bandwidthBytesPerSecond === undefined) {
      this.#bandwidth.forget()
      return null
    }
    const waitMs = this.#bandwidth.waitMs(performance.now())
    if (waitMs < WAIT_THAT_COUNTS_MS) return null
    const seconds = Math.ceil(waitMs / 1000)
    return { reason: `Throttled by the bandwidth limit: next part in ${seconds} s.`, forMs: waitMs }
  }
}

function holdForWindow(window: TimeWindow | undefined, now: Date): Hold | null {
  if (!window || isWindowOpen(window, now.getTime())) return null
  const opensMs = nextWindowOpening(window, now.getTime())
  const opens =
    opensMs === null
      ? 'It never opens. Change the window'
      : `It opens ${new Intl.DateTimeFormat('en-GB', {
          timeZone: window.timeZone,
          weekday: 'short',
          hour: '2-digit',
          minute: '2-digit',
        }).format(opensMs)} (${window.timeZone})`
  return { reason: `Waiting for its window. ${opens}.`, forMs: 1000 }
}
