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
import { WaitLine } from '../wait-line.ts'

/** Everything that one run of a generation works with. */
export class GenerationTask {
  readonly #cancelled: Held<boolean>
  readonly #waiting: WaitLine
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
    this.#waiting = new WaitLine(waitReason, async (reason) => {
      await recordGeneration(deps.db, run, { waitReason: reason })
      announce()
    })
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
  wait(reason: string | null): Promise<void> {
    return this.#waiting.tell(reason)
  }
}
