import {
  type DataGeneration,
  type GenerationRun,
  readGenerationOrders,
  recordGeneration,
} from '@frostline/db'
import type { GenerationSpec } from '@frostline/domain'
import type { ConnectedNode, OpenSource } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'

/** Everything that one run of a generation works with. */
export class GenerationTask {
  readonly #cancelled: Held<boolean>
  #waitReason: string | null
  #failed = false

  constructor(
    readonly deps: WorkflowDeps,
    readonly run: GenerationRun,
    readonly spec: GenerationSpec,
    readonly nodes: readonly ConnectedNode[],
    readonly source: OpenSource,
    readonly announce: () => void,
    { waitReason }: Pick<DataGeneration, 'waitReason'>,
  ) {
    this.#waitReason = waitReason
    this.#cancelled = new Held(
      ordersHoldMs,
      async () => (await readGenerationOrders(deps.db, run)) === 'cancel',
    )
  }

  /**
   * A person wants no more of it, or something has failed for good. Throws StaleWriterError when the run is not the
   * current one any more.
   */
  stopped(): Promise<boolean> {
    if (this.#failed) return Promise.resolve(true)
    return this.#cancelled.read()
  }

  /** Ends the run: what is under way is stopped, and nothing is sent any more. */
  async fail(error: string): Promise<void> {
    this.#failed = true
    await recordGeneration(this.deps.db, this.run, { error })
    this.announce()
  }

  /** What it waits for, for people. Null: it goes on. */
  async wait(reason: string | null): Promise<void> {
    if (reason === this.#waitReason) return
    this.#waitReason = reason
    await recordGeneration(this.deps.db, this.run, { waitReason: reason })
    this.announce()
  }
}
