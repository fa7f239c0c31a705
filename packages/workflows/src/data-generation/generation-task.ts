import {
  type DataGeneration,
  type GenerationRun,
  readGenerationOrders,
  recordGeneration,
} from '@frostline/db'
import type { GenerationSpec } from '@frostline/domain'
import type { ConnectedNode, OpenSource } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'

const holdMs = 400

/** Everything that one run of a generation works with. */
export class GenerationTask {
  #orders: { value: Promise<boolean>; readAtMs: number } | null = null
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
  }

  /**
   * A person wants no more of it, or something has failed for good. Read at most a few times a second for all its
   * statements together. Throws StaleWriterError when the run is not the current one any more.
   */
  stopped(): Promise<boolean> {
    if (this.#failed) return Promise.resolve(true)
    const now = performance.now()
    if (this.#orders && now - this.#orders.readAtMs < holdMs) return this.#orders.value
    const value = readGenerationOrders(this.deps.db, this.run).then((orders) => orders === 'cancel')
    this.#orders = { value, readAtMs: now }
    value.catch(() => {
      this.#orders = null
    })
    return value
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
