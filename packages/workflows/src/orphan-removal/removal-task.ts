import { changeRemoval, type OrphanRemoval, type OrphanRemovalRun, wantsRemoval } from '@frostline/db'
import type { OpenSource } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'
import { WaitLine } from '../wait-line.ts'

/** The world keeps the run from going on for good: it fails with this text, and a person lets it go on. */
export class RemovalFault extends Error {
  override readonly name = 'RemovalFault'
}

/** Everything that one run of a removal works with. */
export class RemovalTask {
  readonly #stopped: Held<boolean>
  readonly #waiting: WaitLine

  constructor(
    readonly deps: WorkflowDeps,
    readonly run: OrphanRemovalRun,
    readonly removal: OrphanRemoval,
    readonly source: OpenSource,
    readonly announce: () => void,
  ) {
    this.#stopped = new Held(ordersHoldMs, async () => !(await wantsRemoval(deps.db, run)))
    this.#waiting = new WaitLine(removal.waitReason, async (waitReason) => {
      await changeRemoval(deps.db, run, { waitReason })
      announce()
    })
  }

  /** A person wants no more of it. Read at most a few times a second. Throws StaleWriterError. */
  stopped(): Promise<boolean> {
    return this.#stopped.read()
  }

  /** What it waits for, for people. Null: it goes on. */
  wait(reason: string | null): Promise<void> {
    return this.#waiting.tell(reason)
  }
}
