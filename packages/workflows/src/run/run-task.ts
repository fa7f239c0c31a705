import { type Run, type RunRef, type RunWish, readWish, recordRun } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'
import { WaitBoard } from '../statement/wait-board.ts'

/** A generation that a worker has started, or continues. */
export interface BegunRun {
  deps: WorkflowDeps
  ref: RunRef
  run: Run
  announce: () => void
}

/** What one generation of a run works with, whatever its kind. Kinds extend it. */
export class RunTask {
  readonly deps: WorkflowDeps
  readonly run: RunRef
  readonly clusterId: string
  readonly announce: () => void
  readonly #wish: Held<RunWish>
  readonly #waits: WaitBoard
  #failed = false

  constructor({ deps, ref, run, announce }: BegunRun) {
    this.deps = deps
    this.run = ref
    this.clusterId = run.clusterId
    this.announce = announce
    this.#wish = new Held(ordersHoldMs, () => readWish(deps.db, ref))
    this.#waits = new WaitBoard(run.waitReason, async (text) => {
      await recordRun(deps.db, ref, { waitReason: text })
      announce()
    })
  }

  /**
   * Whether a person has stopped it, or it has failed for good. Throws StaleWriterError when it is not the current
   * generation.
   */
  async stopped(): Promise<boolean> {
    return this.#failed || (await this.#wish.read()) !== 'go-on'
  }

  /** All current wait reasons. */
  get waitReason(): string | null {
    return this.#waits.text
  }

  /** Shows what it waits for at a node, or another place. Null: it continues. */
  wait(place: string, reason: string | null): Promise<void> {
    return this.#waits.set(place, reason)
  }

  /** Nothing more of it is sent, for this reason. */
  async fail(error: string): Promise<void> {
    this.#failed = true
    await recordRun(this.deps.db, this.run, { error: error.slice(0, 2_000) })
    this.announce()
  }
}
