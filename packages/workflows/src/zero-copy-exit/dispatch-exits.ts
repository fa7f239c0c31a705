import type { ZeroCopyExitRun } from '@frostline/db'
import { drivenExitStatuses } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { exitWorkflowId } from './run-exit.ts'

const driven = { status: { in: [...drivenExitStatuses] } }

export function createExitDispatcher(
  deps: WorkflowDeps,
  workflow: (run: ZeroCopyExitRun) => Promise<void>,
): LedgerDispatcher<ZeroCopyExitRun> {
  return new LedgerDispatcher(deps, {
    noun: 'An exit from zero-copy replication',
    workflowIdOf: exitWorkflowId,
    workflow,
    async listDue() {
      const due = await deps.db.zeroCopyExit.findMany({
        where: driven,
        select: { id: true, starts: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, starts, recoveries }) => ({ run: { exitId: id, start: starts }, recoveries }))
    },
    async recover({ exitId, start }, giveUp) {
      await deps.db.zeroCopyExit.updateMany({
        where: { id: exitId, starts: start, ...driven },
        data:
          giveUp === null
            ? { starts: { increment: 1 }, recoveries: { increment: 1 } }
            : { status: 'failed', finishedAt: deps.now(), error: giveUp },
      })
    },
  })
}
