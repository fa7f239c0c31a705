import { DBOS } from '@dbos-inc/dbos-sdk'
import { activeRolloutStatuses, type RolloutRun } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { rolloutWorkflowId } from './run-storage-rollout.ts'

/** After this many workflows of one start that broke down, a person has to look. */
const mostRecoveries = 5

/**
 * Gives every rollout that is under way its one live workflow, as the dispatcher of tier migrations does: the ledger is
 * the queue, and the workflow id is made of the rollout and its generation.
 */
export async function dispatchRollouts(
  deps: WorkflowDeps,
  workflow: (run: RolloutRun) => Promise<void>,
): Promise<void> {
  const due = await deps.db.storageRollout.findMany({
    where: { status: { in: [...activeRolloutStatuses] } },
    select: { id: true, generation: true, recoveries: true },
  })
  for (const { id, generation, recoveries } of due) {
    const run = { rolloutId: id, generation }
    const known = await DBOS.getWorkflowStatus(rolloutWorkflowId(run))
    if (known === null) await start(deps, workflow, run)
    else if (known.status !== 'PENDING' && known.status !== 'ENQUEUED' && known.status !== 'DELAYED')
      await recover(deps, run, recoveries, known.error)
  }
}

async function start(
  deps: WorkflowDeps,
  workflow: (run: RolloutRun) => Promise<void>,
  run: RolloutRun,
): Promise<void> {
  const handle = await DBOS.startWorkflow(workflow, { workflowID: rolloutWorkflowId(run) })(run)
  handle
    .getResult()
    .catch((error: unknown) => deps.log.error({ ...run, error }, 'A storage rollout ended with an error'))
}

/** The workflow ended without settling its rollout. A new generation starts over from observation. */
async function recover(
  deps: WorkflowDeps,
  run: RolloutRun,
  recoveries: number,
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error ?? 'no reason given')
  await deps.db.storageRollout.updateMany({
    where: { id: run.rolloutId, generation: run.generation, status: { in: [...activeRolloutStatuses] } },
    data:
      recoveries >= mostRecoveries
        ? {
            status: 'failed',
            activeKey: null,
            finishedAt: deps.now(),
            error: `The worker could not carry it out: ${reason}. See its log, then finish or revert it.`,
          }
        : { generation: { increment: 1 }, recoveries: { increment: 1 } },
  })
}
