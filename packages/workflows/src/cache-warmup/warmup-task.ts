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

const holdMs = 400

/** Everything that one run of a warm-up works with. */
export class WarmupTask {
  readonly spec: WarmupSpec
  readonly columns: readonly string[]
  readonly #waits = new Map<string, string>()
  #orders: { value: Promise<WarmupOrders>; readAtMs: number } | null = null
  #waitReason: string | null

  constructor(
    readonly deps: WorkflowDeps,
    readonly run: WarmupRun,
    readonly nodes: readonly ConnectedNode[],
    readonly announce: () => void,
    { spec, columns, waitReason }: Pick<CacheWarmup, 'spec' | 'columns' | 'waitReason'>,
  ) {
    this.spec = warmupSpec.parse(spec)
    this.columns = columns
    this.#waitReason = waitReason
  }

  /**
   * What people want of it by now, read at most a few times a second for all its nodes together. Throws StaleWriterError
   * when the run is not the current one any more.
   */
  orders(): Promise<WarmupOrders> {
    const now = performance.now()
    if (this.#orders && now - this.#orders.readAtMs < holdMs) return this.#orders.value
    const value = readWarmupOrders(this.deps.db, this.run)
    this.#orders = { value, readAtMs: now }
    value.catch(() => {
      this.#orders = null
    })
    return value
  }

  async stopped(): Promise<boolean> {
    return (await this.orders()).next !== 'go-on'
  }

  /** What a node waits for, for people. Null: it goes on. */
  async wait(node: string, reason: string | null): Promise<void> {
    if (reason === null) this.#waits.delete(node)
    else this.#waits.set(node, reason)
    const all = this.#waits.size === 0 ? null : [...this.#waits.values()].join(' ')
    if (all === this.#waitReason) return
    this.#waitReason = all
    await recordWarmup(this.deps.db, this.run, { waitReason: all })
    this.announce()
  }
}
