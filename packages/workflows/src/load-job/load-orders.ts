import { type LoadOrders, type LoadRun, readLoadOrders } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'

/** What a person wants of a run, for all its batches together. */
export class LoadOrdersReader {
  readonly #orders: Held<LoadOrders>

  constructor(deps: WorkflowDeps, run: LoadRun) {
    this.#orders = new Held(ordersHoldMs, () => readLoadOrders(deps.db, run))
  }

  /** Throws StaleWriterError when the run is not the current one any more. */
  read(): Promise<LoadOrders> {
    return this.#orders.read()
  }

  async stopped(): Promise<boolean> {
    return (await this.read()) !== 'go-on'
  }
}
