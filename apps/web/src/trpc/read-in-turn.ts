/**
 * One read after the other. A change that is announced during a read causes one more after it: a read that is slower than the
 * changes come would else be cancelled by each of them, and the page would stand still.
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
