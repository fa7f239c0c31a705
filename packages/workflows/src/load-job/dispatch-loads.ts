import { activeLoadStatuses, type LoadRun } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { loadWorkflowId } from './run-load-job.ts'

const active = { status: { in: [...activeLoadStatuses] } }

export function createLoadDispatcher(
  deps: WorkflowDeps,
  workflow: (run: LoadRun) => Promise<void>,
): LedgerDispatcher<LoadRun> {
  return new LedgerDispatcher(deps, {
    noun: 'A load job',
    mostAtOnce: 8,
    workflowIdOf: loadWorkflowId,
    workflow,
    async listDue() {
      const due = await deps.db.loadJob.findMany({
        where: active,
        select: { id: true, generation: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, generation, recoveries }) => ({ run: { jobId: id, generation }, recoveries }))
    },
    async recover({ jobId, generation }, giveUp) {
      await deps.db.loadJob.updateMany({
        where: { id: jobId, generation, ...active },
        data:
          giveUp === null
            ? { generation: { increment: 1 }, recoveries: { increment: 1 } }
            : { status: 'failed', finishedAt: deps.now(), error: giveUp },
      })
    },
  })
}
