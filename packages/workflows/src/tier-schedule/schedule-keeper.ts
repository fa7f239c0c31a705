import type { ServiceContext } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'

/** One kind of schedules. */
export interface ScheduledWork {
  takeDueRuns: (ctx: ServiceContext) => Promise<void>
  settleRuns: (ctx: ServiceContext) => Promise<void>
  listDueRuns: (ctx: ServiceContext) => Promise<readonly { id: string }[]>
  beginRun: (ctx: ServiceContext, runId: string) => Promise<void>
}

/**
 * Checks the schedules of all clusters at every sweep. The ledger has the whole state: a due time becomes a row once, a
 * row becomes work once, each in one transaction (docs/adr/0004). A crash in between leaves a row that the next sweep
 * of any worker picks up.
 */
export class ScheduleKeeper {
  readonly #ctx: ServiceContext
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(
    private readonly deps: WorkflowDeps,
    private readonly work: ScheduledWork,
  ) {
    const { db, clusters, workerId, now, sourceAddresses } = deps
    const actor = { type: 'system', id: workerId, name: `worker ${workerId}`, role: 'operator' } as const
    this.#ctx = { actor, db, clusters, now, sourceAddresses }
  }

  async sweep(): Promise<void> {
    await this.work.takeDueRuns(this.#ctx)
    await this.work.settleRuns(this.#ctx)
    for (const { id } of await this.work.listDueRuns(this.#ctx)) this.#begin(id)
  }

  /** Waits for running planning, so that nothing uses the database after it is closed. */
  async stop(): Promise<void> {
    await Promise.all(this.#underWay.values())
  }

  /** Not awaited by the sweep, which must not wait until the tables are observed. */
  #begin(runId: string): void {
    if (this.#underWay.has(runId)) return
    const begun = this.work
      .beginRun(this.#ctx, runId)
      .catch((error: unknown) =>
        this.deps.log.warn({ error, runId }, 'Could not start a run of a schedule. Retry later'),
      )
      .finally(() => this.#underWay.delete(runId))
    this.#underWay.set(runId, begun)
  }
}
