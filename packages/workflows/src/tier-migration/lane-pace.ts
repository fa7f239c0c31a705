import type { NodeClient } from '@frostline/clickhouse'
import {
  BandwidthBudget,
  isWindowOpen,
  nextWindowOpening,
  type TierMigrationLimits,
  type TimeWindow,
} from '@frostline/domain'
import { LoadGauge } from './load-gauge.ts'

/** Shorter waits are not worth a line in the ledger: the statement's own throttle has kept to the limit well enough. */
const WAIT_THAT_COUNTS_MS = 100

export interface Hold {
  reason: string
  /** When to ask again. */
  forMs: number
}

/** Whether the next statement of one replica may go out now. */
export class LanePace {
  readonly #bandwidth = new BandwidthBudget()
  readonly #load = new LoadGauge()
  #restUntilMs = 0

  async hold(client: NodeClient, limits: TierMigrationLimits, now: Date): Promise<Hold | null> {
    return (
      holdForWindow(limits.window, now) ??
      (await this.#holdForLoad(client, limits)) ??
      this.#holdForBandwidth(limits)
    )
  }

  /** A statement that began at `beganAtMs` (performance.now) brought these bytes to the target. */
  spend(bytes: bigint, beganAtMs: number, limits: TierMigrationLimits): void {
    const nowMs = performance.now()
    if (limits.bandwidthBytesPerSecond !== undefined)
      this.#bandwidth.spend(bytes, beganAtMs, BigInt(limits.bandwidthBytesPerSecond))
    if (limits.pacing) this.#restUntilMs = nowMs + this.#load.governor.restMs(nowMs - beganAtMs)
  }

  async #holdForLoad(client: NodeClient, { pacing }: TierMigrationLimits): Promise<Hold | null> {
    if (!pacing) return null
    await this.#load.refresh(client, pacing)
    const { breaches, share } = this.#load.governor
    if (breaches.length > 0) return { reason: `Lets others go first: ${breaches.join('; ')}.`, forMs: 1000 }
    const restMs = this.#restUntilMs - performance.now()
    if (restMs < WAIT_THAT_COUNTS_MS) return null
    const percent = Math.round(share * 100)
    return { reason: `Rests after a part: it may work ${percent} % of the time for now.`, forMs: restMs }
  }

  #holdForBandwidth(limits: TierMigrationLimits): Hold | null {
    if (limits.bandwidthBytesPerSecond === undefined) {
      this.#bandwidth.forget()
      return null
    }
    const waitMs = this.#bandwidth.waitMs(performance.now())
    if (waitMs < WAIT_THAT_COUNTS_MS) return null
    const seconds = Math.ceil(waitMs / 1000)
    return { reason: `Keeps to the bandwidth limit: the next part goes in ${seconds} s.`, forMs: waitMs }
  }
}

function holdForWindow(window: TimeWindow | undefined, now: Date): Hold | null {
  if (!window || isWindowOpen(window, now.getTime())) return null
  const opensMs = nextWindowOpening(window, now.getTime())
  const opens =
    opensMs === null
      ? 'It never opens: change the window'
      : `It opens ${new Intl.DateTimeFormat('en-GB', {
          timeZone: window.timeZone,
          weekday: 'short',
          hour: '2-digit',
          minute: '2-digit',
        }).format(opensMs)} (${window.timeZone})`
  return { reason: `Waits for its window. ${opens}.`, forMs: 1000 }
}
