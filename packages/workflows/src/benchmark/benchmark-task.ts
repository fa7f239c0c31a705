import type { ConnectedNode } from '@frostline/services'
import { type BegunRun, RunTask } from '../run/run-task.ts'

/** Everything that one start of a benchmark works with. */
export class BenchmarkTask extends RunTask {
  constructor(
    begun: BegunRun,
    readonly nodes: readonly ConnectedNode[],
  ) {
    super(begun)
  }
}
