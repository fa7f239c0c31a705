import { DBOS } from '@dbos-inc/dbos-sdk'
import type { WorkflowDeps } from '../deps.ts'

/** After this many workflows of one start that broke down, a person has to look. */
const mostRecoveries = 5

export interface LedgerQueue<Run> {
  /** What a run is, at the head of a sentence of the log. */
  noun: string
  /** Runs that one worker drives at the same time; what does not fit stays queued, for another worker or for later. */
  mostAtOnce: number
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
}

/**
 * Gives every start of a ledger that should have a live workflow its one, as the dispatcher of tier migrations does: the
 * ledger is the queue.
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
      if (known === null) await this.#start(run)
      else if (known.status !== 'PENDING' && known.status !== 'ENQUEUED' && known.status !== 'DELAYED')
        await this.queue.recover(run, recoveries >= mostRecoveries ? explain(known.error) : null)
    }
  }

  async #start(run: Run): Promise<void> {
    if (this.#underWay.size >= this.queue.mostAtOnce) return
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
}

function explain(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error ?? 'no reason given')
  return `The worker could not carry it out: ${reason}. See its log, then retry.`
}
