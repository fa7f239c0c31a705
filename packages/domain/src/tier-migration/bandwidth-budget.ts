/**
 * Keeps the average of what was sent within a limit, whatever the server makes of its own throttle: after a statement
 * that was faster than allowed, the next one waits. Times are in ms of any one clock.
 */
export class BandwidthBudget {
  #freeAtMs = 0

  /** A statement that began at `beganAtMs` has moved `bytes`. */
  spend(bytes: bigint, beganAtMs: number, bytesPerSecond: bigint): void {
    const takesMs = Number((bytes * 1000n) / bytesPerSecond)
    this.#freeAtMs = Math.max(this.#freeAtMs, beganAtMs) + takesMs
  }

  /** How long the next statement has to wait. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#freeAtMs - nowMs)
  }

  forget(): void {
    this.#freeAtMs = 0
  }
}
