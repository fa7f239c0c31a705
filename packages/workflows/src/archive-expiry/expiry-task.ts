import type { Archive } from '@frostline/db'
import type { ObjectStore } from '@frostline/object-store'
import type { OpenSource } from '@frostline/services'
import { type BegunRun, RunTask } from '../run/run-task.ts'

/** It cannot continue until a person has changed something. Shown as the reason of the failure. */
export class ExpiryFault extends Error {
  override readonly name = 'ExpiryFault'
}

/** State of one generation of a deletion of files. */
export class ExpiryTask extends RunTask {
  readonly #source: OpenSource | null

  constructor(
    begun: BegunRun,
    readonly archive: Archive,
    source: OpenSource | null,
  ) {
    super(begun)
    this.#source = source
  }

  get store(): ObjectStore {
    if (this.#source === null) throw new ExpiryFault(`The source ${this.archive.sourceName} is not open.`)
    return this.#source.store
  }
}
