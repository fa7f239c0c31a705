/** Orders of people: a few reads a second for all that one run does at the same time. */
export const ordersHoldMs = 400

/** A value that many ask for and that is read once for all of them, and again when it is older than it may be. */
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
    // A failed read must not be remembered.
    last.value.catch(() => {
      if (this.#last === last) this.#last = null
    })
    return last.value
  }
}
