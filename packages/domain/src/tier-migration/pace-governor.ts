/** The slowest it goes between two breaches: a sixteenth of full speed. */
const LEAST_SHARE = 1 / 16
/** What a look without a breach gives back. */
const STEP_UP = 1 / 16

/**
 * How fast a migration goes under pacing limits: additive increase, multiplicative decrease, as TCP shares a line.
 * A breach stops new statements until a look finds none, and halves the share of full speed that is used then; every
 * look without a breach gives a sixteenth back. It starts at a quarter: the first statements are to be felt out.
 */
export class PaceGovernor {
  #share = 1 / 4
  #breaches: readonly string[] = []

  /** Between 1/16 and 1. */
  get share(): number {
    return this.#share
  }

  /** Why nothing may be sent now; empty when something may. */
  get breaches(): readonly string[] {
    return this.#breaches
  }

  observe(breaches: readonly string[]): void {
    // One breach that lasts is one breach: halving at each look would tell how often one looks.
    if (breaches.length > 0 && this.#breaches.length === 0)
      this.#share = Math.max(LEAST_SHARE, this.#share / 2)
    if (breaches.length === 0) this.#share = Math.min(1, this.#share + STEP_UP)
    this.#breaches = [...breaches]
  }

  /**
   * How long to rest after a statement that took `workMs`, so that work is `share` of the time. A statement cannot be
   * slowed down while it runs.
   */
  restMs(workMs: number): number {
    return workMs * (1 / this.#share - 1)
  }
}
