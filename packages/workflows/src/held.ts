/** Requests of people are read from the ledger a few times a second, shared by all that one run does concurrently. */
export const ordersHoldMs = 400

/** A cached value with a maximum age that concurrent callers read once. */
export class Held<Value> {
  #last: { value: Promise<Value>; readAtMs: number } | null = null

  constructor(
    private readonly holdMs: number,
    private readonly readNow: () => Promise<Value>,
  ) {}

  read(): Promise<Value> {
    if (this.#last && performance.now() - this.#last.readAtMs < this.holdMs) return this.#last.value
    return this.readAnew()
  }

  readAnew(): Promise<Value> {
    const last = { value: this.readNow(), readAtMs: performance.now() }
    this.#last = last
    // A failed read must not be cached.
    last.value.catch(() => {
      if (this.#last === last) this.#last = null
    })
    return last.value
  }
}
