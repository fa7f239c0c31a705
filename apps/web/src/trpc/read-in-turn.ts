/**
 * One read after the other. A change announced during a read causes one more after it: otherwise changes that come
 * faster than reads would cancel each of them, and the page would never update.
 */
export class ReadInTurn {
  #isReading = false
  #next: (() => Promise<unknown>) | null = null

  ask(read: () => Promise<unknown>): void {
    this.#next = read
    if (!this.#isReading) void this.#readAll()
  }

  async #readAll(): Promise<void> {
    this.#isReading = true
    try {
      for (let read = this.#next; read; read = this.#next) {
        this.#next = null
        await read()
      }
    } finally {
      this.#isReading = false
    }
  }
}
