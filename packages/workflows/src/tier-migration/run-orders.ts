import { type MigrationRun, type RunState, readRunOrders, StaleWriterError } from '@frostline/db'
import { type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'

export interface RunOrders {
  state: Exclude<RunState, 'stale'>
  limits: TierMigrationLimits
  orderVersion: number
}

const ORDERS_HOLD_MS = 400

/** What people want of a run by now, read at most a few times a second for all its lanes and steps together. */
export class RunOrdersReader {
  #last: { value: Promise<RunOrders>; readAtMs: number } | null = null

  constructor(
    private readonly deps: WorkflowDeps,
    private readonly run: MigrationRun,
  ) {}

  /** Throws StaleWriterError when the run is not the current one any more. */
  read(): Promise<RunOrders> {
    const now = performance.now()
    if (this.#last && now - this.#last.readAtMs < ORDERS_HOLD_MS) return this.#last.value
    return this.readAnew()
  }

  /** For what depends on the very last order: the ledger may have refused a write because of it. */
  readAnew(): Promise<RunOrders> {
    const now = performance.now()
    const value = this.#readNow()
    this.#last = { value, readAtMs: now }
    value.catch(() => {
      this.#last = null
    })
    return value
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
