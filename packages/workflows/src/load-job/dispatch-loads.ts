import { DBOS } from '@dbos-inc/dbos-sdk'
import { activeLoadStatuses, type LoadRun } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { loadWorkflowId } from './run-load-job.ts'

/** After this many workflows of one start that broke down, a person has to look. */
const mostRecoveries = 5

/** Jobs that one worker drives at the same time; what does not fit stays queued, for another worker or for later. */
const loadsAtOnce = 8

/**
 * Gives every load job that should have a live workflow its one, as the dispatcher of tier migrations does: the ledger is
 * the queue, and the workflow id is made of the job and its generation.
 */
export class LoadDispatcher {
  readonly #underWay = new Set<string>()

  constructor(
    private readonly deps: WorkflowDeps,
    private readonly workflow: (run: LoadRun) => Promise<void>,
  ) {}

  async dispatch(): Promise<void> {
    const due = await this.deps.db.loadJob.findMany({
      where: { status: { in: [...activeLoadStatuses] } },
      select: { id: true, generation: true, recoveries: true },
      orderBy: { createdAt: 'asc' },
    })
    for (const { id, generation, recoveries } of due) {
      const run = { jobId: id, generation }
      const known = await DBOS.getWorkflowStatus(loadWorkflowId(run))
      if (known === null) await this.#start(run)
      else if (known.status !== 'PENDING' && known.status !== 'ENQUEUED' && known.status !== 'DELAYED')
        await recover(this.deps, run, recoveries, known.error)
    }
  }

  async #start(run: LoadRun): Promise<void> {
    if (this.#underWay.size >= loadsAtOnce) return
    const workflowID = loadWorkflowId(run)
    const handle = await DBOS.startWorkflow(this.workflow, { workflowID })(run)
    this.#underWay.add(workflowID)
    handle
      .getResult()
      .catch((error: unknown) => this.deps.log.error({ ...run, error }, 'A load job ended with an error'))
      .finally(() => this.#underWay.delete(workflowID))
  }
}

/** The workflow ended without settling its job. A new generation starts over from observation. */
async function recover(deps: WorkflowDeps, run: LoadRun, recoveries: number, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error ?? 'no reason given')
  await deps.db.loadJob.updateMany({
    where: { id: run.jobId, generation: run.generation, status: { in: [...activeLoadStatuses] } },
    data:
      recoveries >= mostRecoveries
        ? {
            status: 'failed',
            finishedAt: deps.now(),
            error: `The worker could not carry it out: ${reason}. See its log, then retry.`,
          }
        : { generation: { increment: 1 }, recoveries: { increment: 1 } },
  })
}
