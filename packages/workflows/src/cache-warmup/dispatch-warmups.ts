import type { WarmupRun } from '@frostline/db'
import { drivenWarmupStatuses } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { warmupWorkflowId } from './run-warmup.ts'

const driven = { status: { in: [...drivenWarmupStatuses] } }

export function createWarmupDispatcher(
  deps: WorkflowDeps,
  workflow: (run: WarmupRun) => Promise<void>,
): LedgerDispatcher<WarmupRun> {
  return new LedgerDispatcher(deps, {
    noun: 'A cache warm-up',
    mostAtOnce: 4,
    workflowIdOf: warmupWorkflowId,
    workflow,
    async listDue() {
      const due = await deps.db.cacheWarmup.findMany({
        where: driven,
        select: { id: true, starts: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, starts, recoveries }) => ({ run: { warmupId: id, start: starts }, recoveries }))
    },
    async recover({ warmupId, start }, giveUp) {
      await deps.db.cacheWarmup.updateMany({
        where: { id: warmupId, starts: start, ...driven },
        data:
          giveUp === null
            ? { starts: { increment: 1 }, recoveries: { increment: 1 } }
            : { status: 'failed', finishedAt: deps.now(), error: giveUp },
      })
    },
  })
}
