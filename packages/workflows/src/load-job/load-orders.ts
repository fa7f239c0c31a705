import { type LoadOrders, type LoadRun, readLoadOrders } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'

const holdMs = 400

/** What a person wants of a run, read at most a few times a second for all its batches together. */
export class LoadOrdersReader {
  #last: { value: Promise<LoadOrders>; readAtMs: number } | null = null

  constructor(
    private readonly deps: WorkflowDeps,
    private readonly run: LoadRun,
  ) {}

  /** Throws StaleWriterError when the run is not the current one any more. */
  read(): Promise<LoadOrders> {
    const now = performance.now()
    if (this.#last && now - this.#last.readAtMs < holdMs) return this.#last.value
    const value = readLoadOrders(this.deps.db, this.run)
    this.#last = { value, readAtMs: now }
    value.catch(() => {
      this.#last = null
    })
    return value
  }

  async stopped(): Promise<boolean> {
    return (await this.read()) !== 'go-on'
  }
}
