import { setTimeout as sleep } from 'node:timers/promises'

/** Delays that double from `firstMs` up to `maxMs`. */
export class Backoff {
  #nextMs: number
  constructor(
    private readonly firstMs: number,
    private readonly maxMs: number,
  ) {
    this.#nextMs = firstMs
  }

  reset(): void {
    this.#nextMs = this.firstMs
  }

  next(): number {
    const ms = this.#nextMs
    this.#nextMs = Math.min(this.#nextMs * 2, this.maxMs)
    return ms
  }
}

/** Sleeps in slices, so that a cancellation is noticed within `sliceMs`. `stop` is called after each slice. */
export async function pause(totalMs: number, stop: () => Promise<boolean>, sliceMs = 500): Promise<void> {
  const end = Date.now() + totalMs
  for (let left = totalMs; left > 0; left = end - Date.now()) {
    await sleep(Math.min(left, sliceMs))
    if (left > sliceMs && (await stop())) return
  }
}
