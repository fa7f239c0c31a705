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
