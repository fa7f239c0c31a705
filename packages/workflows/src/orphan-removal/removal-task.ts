import type { OrphanRemoval } from '@frostline/db'
import type { OpenSource } from '@frostline/services'
import { type BegunRun, RunTask } from '../run/run-task.ts'

/** The world keeps the run from going on for good: it fails with this text, and a person lets it go on. */
export class RemovalFault extends Error {
  override readonly name = 'RemovalFault'
}

/** Everything that one start of a removal works with. */
export class RemovalTask extends RunTask {
  constructor(
    begun: BegunRun,
    readonly removal: OrphanRemoval,
    readonly source: OpenSource,
  ) {
    super(begun)
  }
}
