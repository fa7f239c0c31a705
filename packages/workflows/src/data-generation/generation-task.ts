import type { GenerationSpec } from '@frostline/domain'
import type { ConnectedNode, OpenSource } from '@frostline/services'
import { type BegunRun, RunTask } from '../run/run-task.ts'

/** State of one generation of the run. */
export class GenerationTask extends RunTask {
  constructor(
    begun: BegunRun,
    readonly spec: GenerationSpec,
    readonly nodes: readonly ConnectedNode[],
    readonly source: OpenSource,
  ) {
    super(begun)
  }
}
