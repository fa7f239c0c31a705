const MIB = 1024 * 1024
/** The first statements are to be felt out. */
const FIRST_RATE = 8 * MIB
/** Less takes longer than anybody would wait for. */
const LEAST_RATE = MIB
/** No store takes more from one server: what is above is no throttle. */
const MAX_RATE = 1024 * 1024 * MIB
/** Before any breach. */
const FIRST_GROWTH = 1.5
/** After a breach it comes back to this share of the rate that was too much, soon; from there on it feels its way. */
const SAFE_SHARE = 0.8
/** So much of the rate that was too much: at first, and how each further quiet time lengthens the step. */
const PROBE_SHARE = 1 / 200
const PROBE_GROWTH = 1.25

/** What a look shows was done some seconds ago: until then a change of the rate cannot be seen. */
export const PACE_SETTLES_MS = 10_000

/**
 * How fast a migration goes under pacing limits, in bytes a second of one replica, from nothing but whether looks find
 * a breach. As TCP's CUBIC shares a line: a breach stops new statements until a look finds none and halves the rate;
 * quiet times raise it, soon to four fifths of what was too much, then by steps that begin small and grow. So it stays
 * long just under what others do not feel, and yet a breach that was not of its making costs it minutes, not hours.
 * Times are in ms of any one clock.
 */
export class PaceGovernor {
  #rate = FIRST_RATE
  #tooMuch: number | null = null
  #probes = 0
  #breaches: readonly string[] = []
  #changedAtMs: number | null = null
  /** The fastest that statements really went since the rate was changed. */
  #used = 0

  get bytesPerSecond(): bigint {
    return BigInt(Math.floor(this.#rate))
  }

  /** Why nothing may be sent now; empty when something may. */
  get breaches(): readonly string[] {
    return this.#breaches
  }

  /** A statement has ended that went so fast. */
  spent(bytes: bigint, tookMs: number): void {
    if (tookMs > 0) this.#used = Math.max(this.#used, (Number(bytes) * 1000) / tookMs)
  }

  observe(breaches: readonly string[], nowMs: number): void {
    this.#changedAtMs ??= nowMs
    // One breach that lasts is one breach: halving at each look would tell how often one looks.
    if (breaches.length > 0 && this.#breaches.length === 0) this.#slowDown(nowMs)
    if (breaches.length > 0) this.#changedAtMs = nowMs
    this.#breaches = [...breaches]
    if (breaches.length === 0 && nowMs - this.#changedAtMs >= PACE_SETTLES_MS) this.#speedUp(nowMs)
  }

  #slowDown(nowMs: number): void {
    // A rate that was not reached cannot have been too much.
    this.#tooMuch = Math.max(LEAST_RATE, this.#used > 0 ? Math.min(this.#rate, this.#used) : this.#rate)
    this.#probes = 0
    this.#change(this.#tooMuch / 2, nowMs)
  }

  #speedUp(nowMs: number): void {
    // While something else holds it back, quiet says nothing about a higher rate.
    if (this.#used >= this.#rate / 2) this.#change(this.#higherRate(), nowMs)
  }

  #higherRate(): number {
    if (this.#tooMuch === null) return this.#rate * FIRST_GROWTH
    const safe = this.#tooMuch * SAFE_SHARE
    if (this.#rate < safe) return Math.min(safe, this.#rate + this.#tooMuch / 8)
    return this.#rate + this.#tooMuch * PROBE_SHARE * PROBE_GROWTH ** this.#probes++
  }

  #change(rate: number, nowMs: number): void {
    this.#rate = Math.min(MAX_RATE, Math.max(LEAST_RATE, rate))
    this.#changedAtMs = nowMs
    this.#used = 0
  }
}
