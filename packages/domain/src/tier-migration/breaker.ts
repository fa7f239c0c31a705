export type Breaker = 'failures' | 'wasted-uploads'

/** A statement that fails this often in a row, without a part arriving, stops its step. */
export const MAX_FAILURES_IN_A_ROW = 8

/** Below this nothing is a storm: small parts fail and are sent again for little money. */
const WASTE_THAT_COUNTS_BYTES = 64n * 1024n * 1024n

/** Bytes that went out in vain may be this many times those of the step before it is stopped. */
const MAX_WASTE = 2n

/**
 * Whether a step is to be stopped because sending again costs more than it brings: the same part fails again and
 * again, or far more bytes went out than there are to move. Such retry storms have re-uploaded tens of terabytes
 * (ClickHouse issue 107597). Null: it may be tried again.
 */
export function judgeBreaker(step: {
  failures: number
  wastedBytes: bigint
  plannedBytes: bigint
}): { breaker: Breaker; reason: string } | null {
  if (step.failures >= MAX_FAILURES_IN_A_ROW)
    return {
      breaker: 'failures',
      reason: `It failed ${step.failures} times in a row and no part arrived.`,
    }
  if (step.wastedBytes > step.plannedBytes * MAX_WASTE + WASTE_THAT_COUNTS_BYTES)
    return {
      breaker: 'wasted-uploads',
      reason: `Failed statements uploaded ${step.wastedBytes} bytes, for ${step.plannedBytes} bytes to move.`,
    }
  return null
}

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
