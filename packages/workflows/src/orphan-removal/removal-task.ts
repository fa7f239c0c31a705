import { changeRemoval, type OrphanRemoval, type OrphanRemovalRun, wantsRemoval } from '@frostline/db'
import type { OpenSource } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'

const holdMs = 400

/** The world keeps the run from going on for good: it fails with this text, and a person lets it go on. */
export class RemovalFault extends Error {
  override readonly name = 'RemovalFault'
}

/** Everything that one run of a removal works with. */
export class RemovalTask {
  #orders: { value: Promise<boolean>; readAtMs: number } | null = null
  #waitReason: string | null

  constructor(
    readonly deps: WorkflowDeps,
    readonly run: OrphanRemovalRun,
    readonly removal: OrphanRemoval,
    readonly source: OpenSource,
    readonly announce: () => void,
  ) {
    this.#waitReason = removal.waitReason
  }

  /** A person wants no more of it. Read at most a few times a second. Throws StaleWriterError. */
  async stopped(): Promise<boolean> {
    const now = performance.now()
    if (!this.#orders || now - this.#orders.readAtMs >= holdMs) {
      const value = wantsRemoval(this.deps.db, this.run).then((wanted) => !wanted)
      this.#orders = { value, readAtMs: now }
      value.catch(() => {
        this.#orders = null
      })
    }
    return this.#orders.value
  }

  /** What it waits for, for people. Null: it goes on. */
  async wait(reason: string | null): Promise<void> {
    if (reason === this.#waitReason) return
    this.#waitReason = reason
    await changeRemoval(this.deps.db, this.run, { waitReason: reason })
    this.announce()
  }
}
