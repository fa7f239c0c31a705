import type { CacheWarmup } from '@frostline/db'
import { type WarmupSpec, warmupSpec } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import { Held, ordersHoldMs } from '../held.ts'
import { type BegunRun, RunTask } from '../run/run-task.ts'

/** State of one generation of a warm-up. */
export class WarmupTask extends RunTask {
  readonly spec: WarmupSpec
  readonly columns: readonly string[]
  readonly #bytesPerSecond: Held<bigint | null>

  constructor(
    begun: BegunRun,
    readonly nodes: readonly ConnectedNode[],
    { spec, columns }: Pick<CacheWarmup, 'spec' | 'columns'>,
  ) {
    super(begun)
    this.spec = warmupSpec.parse(spec)
    this.columns = columns
    const { deps, ref } = begun
    this.#bytesPerSecond = new Held(ordersHoldMs, async () => {
      const warmup = await deps.db.cacheWarmup.findUniqueOrThrow({
        where: { id: ref.id },
        select: { bytesPerSecond: true },
      })
      return warmup.bytesPerSecond
    })
  }

  /** Per node, as currently configured. Null: no limit. */
  bytesPerSecond(): Promise<bigint | null> {
    return this.#bytesPerSecond.read()
  }
}
