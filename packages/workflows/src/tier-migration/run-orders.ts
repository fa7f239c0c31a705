import { type MigrationRun, type RunState, readRunOrders, StaleWriterError } from '@frostline/db'
import { type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'

export interface RunOrders {
  state: Exclude<RunState, 'stale'>
  limits: TierMigrationLimits
  orderVersion: number
}

/** What people want of a run by now, for all its lanes and steps together. */
export class RunOrdersReader {
  readonly #orders = new Held(ordersHoldMs, () => this.#readNow())

  constructor(
    private readonly deps: WorkflowDeps,
    private readonly run: MigrationRun,
  ) {}

  /** Throws StaleWriterError when the run is not the current one any more. */
  read(): Promise<RunOrders> {
    return this.#orders.read()
  }

  /** For what depends on the very last order: the ledger may have refused a write because of it. */
  readAnew(): Promise<RunOrders> {
    return this.#orders.readAnew()
  }

  async #readNow(): Promise<RunOrders> {
    const { state, limits, orderVersion } = await readRunOrders(this.deps.db, this.run)
    if (state === 'stale') throw new StaleWriterError(`Tier migration ${this.run.migrationId}`)
    const parsed = tierMigrationLimits.safeParse(limits)
    if (!parsed.success)
      throw new Error(
        `The limits of tier migration ${this.run.migrationId} cannot be read: ${parsed.error.message}`,
      )
    return { state, limits: parsed.data, orderVersion }
  }
}
