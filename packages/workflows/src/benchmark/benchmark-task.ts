import { type Benchmark, type BenchmarkRun, isBenchmarkCancelled, recordBenchmark } from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'
import { WaitBoard } from '../statement/wait-board.ts'

/** Everything that one run of a benchmark works with. */
export class BenchmarkTask {
  readonly clusterId: string
  readonly #stopped: Held<boolean>
  readonly #waits: WaitBoard

  constructor(
    readonly deps: WorkflowDeps,
    readonly run: BenchmarkRun,
    readonly nodes: readonly ConnectedNode[],
    readonly announce: () => void,
    { clusterId, waitReason }: Pick<Benchmark, 'clusterId' | 'waitReason'>,
  ) {
    this.clusterId = clusterId
    this.#stopped = new Held(ordersHoldMs, () => isBenchmarkCancelled(deps.db, run))
    this.#waits = new WaitBoard(waitReason, async (text) => {
      await recordBenchmark(deps.db, run, { waitReason: text })
      announce()
    })
  }

  /** Whether a person wants no more of it. Throws StaleWriterError when the run is not the current one any more. */
  stopped(): Promise<boolean> {
    return this.#stopped.read()
  }

  /** What it waits for at a node, for people. Null: it goes on. */
  wait(node: string, reason: string | null): Promise<void> {
    return this.#waits.set(node, reason)
  }

  /** It cannot be carried out: its end says why. */
  async giveUp(error: string): Promise<void> {
    await recordBenchmark(this.deps.db, this.run, { error: error.slice(0, 2_000) })
  }
}
