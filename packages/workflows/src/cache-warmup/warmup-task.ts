import {
  type CacheWarmup,
  readWarmupOrders,
  recordWarmup,
  type WarmupOrders,
  type WarmupRun,
} from '@frostline/db'
import { type WarmupSpec, warmupSpec } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'
import { WaitBoard } from '../statement/wait-board.ts'

/** Everything that one run of a warm-up works with. */
export class WarmupTask {
  readonly spec: WarmupSpec
  readonly columns: readonly string[]
  readonly #orders: Held<WarmupOrders>
  readonly #waits: WaitBoard

  constructor(
    readonly deps: WorkflowDeps,
    readonly run: WarmupRun,
    readonly nodes: readonly ConnectedNode[],
    readonly announce: () => void,
    { spec, columns, waitReason }: Pick<CacheWarmup, 'spec' | 'columns' | 'waitReason'>,
  ) {
    this.spec = warmupSpec.parse(spec)
    this.columns = columns
    this.#orders = new Held(ordersHoldMs, () => readWarmupOrders(deps.db, run))
    this.#waits = new WaitBoard(waitReason, async (text) => {
      await recordWarmup(deps.db, run, { waitReason: text })
      announce()
    })
  }

  /**
   * What people want of it by now, for all its nodes together. Throws StaleWriterError when the run is not the current
   * one any more.
   */
  orders(): Promise<WarmupOrders> {
    return this.#orders.read()
  }

  async stopped(): Promise<boolean> {
    return (await this.orders()).next !== 'go-on'
  }

  /** What a node waits for, for people. Null: it goes on. */
  wait(node: string, reason: string | null): Promise<void> {
    return this.#waits.set(node, reason)
  }
}
