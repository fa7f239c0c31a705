import type { OrphanRemoval } from '@frostline/db'
import type { OpenSource } from '@frostline/services'
import { type BegunRun, RunTask } from '../run/run-task.ts'

/** A permanent obstacle: the run fails with this text, and a person resumes it. */
export class RemovalFault extends Error {
  override readonly name = 'RemovalFault'
}

/** State of one generation of a removal. */
export class RemovalTask extends RunTask {
  constructor(
    begun: BegunRun,
    readonly removal: OrphanRemoval,
    readonly source: OpenSource,
  ) {
    super(begun)
  }
}
