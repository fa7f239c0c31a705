import { type RunRef, type RunWish, readMigrationOrders } from '@frostline/db'
import { type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'

interface MigrationOrders {
  wish: RunWish
  limits: TierMigrationLimits
  orderVersion: number
}

/** What people want of the run by now, for all its lanes and steps together. */
export class MigrationOrdersReader {
  readonly #orders = new Held(ordersHoldMs, () => this.#readNow())

  constructor(
    private readonly deps: WorkflowDeps,
    private readonly run: RunRef,
  ) {}

  /** Throws StaleWriterError when the run is not the current one any more. */
  read(): Promise<MigrationOrders> {
    return this.#orders.read()
  }

  /** For what depends on the very last order: the ledger may have refused a write because of it. */
  readAnew(): Promise<MigrationOrders> {
    return this.#orders.readAnew()
  }

  async #readNow(): Promise<MigrationOrders> {
    const { limits, ...orders } = await readMigrationOrders(this.deps.db, this.run)
    const parsed = tierMigrationLimits.safeParse(limits)
    if (!parsed.success)
      throw new Error(`The limits of tier migration ${this.run.id} cannot be read: ${parsed.error.message}`)
    return { ...orders, limits: parsed.data }
  }
}
