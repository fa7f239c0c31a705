import { DBOS } from '@dbos-inc/dbos-sdk'
import type { WorkflowDeps } from '../deps.ts'

/** After this many workflows of one start that broke down, a person has to look. */
const maxRecoveries = 5

export interface LedgerQueue<Run> {
  /** What a run is, at the head of a sentence of the log. */
  noun: string
  /**
   * Runs that one worker drives at the same time; what does not fit stays queued, for another worker or for later. Left
   * out: all.
   */
  maxAtOnce?: number
  /** The same start always has the same id, so that starting it twice starts it once. */
  workflowIdOf: (run: Run) => string
  workflow: (run: Run) => Promise<void>
  /** Starts that should have a live workflow, the oldest first. */
  listDue: () => Promise<readonly { run: Run; recoveries: number }[]>
  /**
   * The workflow of a run ended without settling it: counts a new start, which begins over from observation. With
   * `giveUp` the run is failed for that reason instead.
   */
  recover: (run: Run, giveUp: string | null) => Promise<void>
  /** What a person does about a run that was given up. Left out: `retry`. */
  remedy?: string
  /** Whether a run without a workflow gets one now. Left out: it does. */
  mayStart?: (run: Run) => Promise<boolean>
}

/**
 * The ledger is the queue: a verb that starts a run only writes it down, in one transaction with its audit entry. Here
 * every start that should have a live workflow gets one. The id of the workflow is made of the start, so that two
 * workers, or a crash between the write and the start, still give exactly one: of two that start the same id at once,
 * DBOS lets only the one run whose row came first.
 */
export class LedgerDispatcher<Run extends object> {
  readonly #underWay = new Set<string>()

  constructor(
    private readonly deps: WorkflowDeps,
    private readonly queue: LedgerQueue<Run>,
  ) {}

  async dispatch(): Promise<void> {
    for (const { run, recoveries } of await this.queue.listDue()) {
      const known = await DBOS.getWorkflowStatus(this.queue.workflowIdOf(run))
      if (known === null && (await this.#mayStart(run))) await this.#start(run)
      else if (known === null) continue
      else if (known.status !== 'PENDING' && known.status !== 'ENQUEUED' && known.status !== 'DELAYED')
        await this.queue.recover(run, recoveries >= maxRecoveries ? this.#explain(known.error) : null)
    }
  }

  async #mayStart(run: Run): Promise<boolean> {
    const { maxAtOnce = Number.POSITIVE_INFINITY, mayStart } = this.queue
    return this.#underWay.size < maxAtOnce && (mayStart === undefined || (await mayStart(run)))
  }

  async #start(run: Run): Promise<void> {
    const workflowID = this.queue.workflowIdOf(run)
    const handle = await DBOS.startWorkflow(this.queue.workflow, { workflowID })(run)
    this.#underWay.add(workflowID)
    handle
      .getResult()
      .catch((error: unknown) =>
        this.deps.log.error({ ...run, error }, `${this.queue.noun} ended with an error`),
      )
      .finally(() => this.#underWay.delete(workflowID))
  }

  #explain(error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error ?? 'no reason given')
    return `The worker could not run it: ${reason}. See its log, then ${this.queue.remedy ?? 'retry'}.`
  }
}
