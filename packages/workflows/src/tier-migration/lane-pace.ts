import { BandwidthBudget, bandwidthOfStatement, type TierMigrationLimits } from '@frostline/domain'

/** Shorter waits are not worth a line in the ledger: the statement's own throttle has kept to the limit well enough. */
const WAIT_THAT_COUNTS_MS = 100

export interface Hold {
  reason: string
  /** When to ask again. */
  forMs: number
}

/** Whether the next statement of one replica may go out now, and how fast. */
export class LanePace {
  readonly #bandwidth = new BandwidthBudget()

  hold(limits: TierMigrationLimits): Hold | null {
    if (limits.bandwidthBytesPerSecond === undefined) {
      this.#bandwidth.forget()
      return null
    }
    const waitMs = this.#bandwidth.waitMs(performance.now())
    if (waitMs < WAIT_THAT_COUNTS_MS) return null
    const seconds = Math.ceil(waitMs / 1000)
    return { reason: `Keeps to the bandwidth limit: the next part goes in ${seconds} s.`, forMs: waitMs }
  }

  /** Bytes a second for one statement, to and from the object store. Undefined: as fast as it can. */
  throttle(limits: TierMigrationLimits): bigint | undefined {
    return bandwidthOfStatement(limits)
  }

  /** A statement that began at `beganAtMs` (performance.now) brought these bytes to the target. */
  spend(bytes: bigint, beganAtMs: number, limits: TierMigrationLimits): void {
    if (limits.bandwidthBytesPerSecond !== undefined)
      this.#bandwidth.spend(bytes, beganAtMs, BigInt(limits.bandwidthBytesPerSecond))
  }
}
