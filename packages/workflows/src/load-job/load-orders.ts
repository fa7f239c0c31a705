import { type LoadOrders, type LoadRun, readLoadOrders } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'

/** What a person wants of a run, for all its batches together. */
export class LoadOrdersReader {
  readonly #orders: Held<LoadOrders>
  readonly #check: () => void

  private constructor(orders: Held<LoadOrders>, check: () => void) {
    this.#orders = orders
    this.#check = check
  }

  static of(deps: WorkflowDeps, run: LoadRun): LoadOrdersReader {
    return new LoadOrdersReader(new Held(ordersHoldMs, () => readLoadOrders(deps.db, run)), () => undefined)
  }

  /** The same, for work that ends where `check` throws. */
  during(check: () => void): LoadOrdersReader {
    return new LoadOrdersReader(this.#orders, check)
  }

  /** Throws StaleWriterError when the run is not the current one any more. */
  read(): Promise<LoadOrders> {
    return this.#orders.read()
  }

  async stopped(): Promise<boolean> {
    this.#check()
    return (await this.read()) !== 'go-on'
  }
}
