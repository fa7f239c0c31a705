import { listDuePipelines } from '@frostline/db'
import { inspectPipeline, type ServiceContext, takePipelineDueTimes } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { workerContext } from '../worker/worker-context.ts'

/** Buckets that one worker lists at the same time; the others wait for a later sweep, or for another worker. */
const looksAtOnce = 4

/**
 * Checks the pipelines of all clusters at every sweep. A due time makes a run due once; one worker at a time checks a
 * bucket and starts at most one load, in one transaction with the ledger of its objects. The load itself is an ordinary
 * load job.
 */
export class PipelineKeeper {
  readonly #ctx: ServiceContext
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(private readonly deps: WorkflowDeps) {
    this.#ctx = workerContext(deps)
  }

  async sweep(): Promise<void> {
    await takePipelineDueTimes(this.#ctx).catch((error: unknown) =>
      this.deps.log.warn({ error }, 'Could not take a due time of a pipeline. Retry later'),
    )
    for (const id of await listDuePipelines(this.deps.db)) this.#begin(id)
  }

  /** Waits for running listings, so that nothing uses the database after it is closed. */
  async stop(): Promise<void> {
    await Promise.all(this.#underWay.values())
  }

  /** Not awaited by the sweep, which must not wait for a store. */
  #begin(id: string): void {
    if (this.#underWay.has(id) || this.#underWay.size >= looksAtOnce) return
    const look = inspectPipeline(this.#ctx, id)
      .catch((error: unknown) =>
        this.deps.log.warn({ error, pipelineId: id }, 'Could not check a pipeline. Retry later'),
      )
      .finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, look)
  }
}
