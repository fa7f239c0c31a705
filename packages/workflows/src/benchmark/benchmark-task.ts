import type { ConnectedNode } from '@frostline/services'
import { type BegunRun, RunTask } from '../run/run-task.ts'

/** State of one generation of a benchmark. */
export class BenchmarkTask extends RunTask {
  constructor(
    begun: BegunRun,
    readonly nodes: readonly ConnectedNode[],
  ) {
    super(begun)
  }
}
