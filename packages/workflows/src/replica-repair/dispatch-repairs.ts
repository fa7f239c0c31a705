import type { ReplicaRepairRun } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { repairWorkflowId } from './run-repair.ts'

const driven = { status: { in: ['queued' as const, 'running' as const, 'cancelling' as const] } }

export function createRepairDispatcher(
  deps: WorkflowDeps,
  workflow: (run: ReplicaRepairRun) => Promise<void>,
): LedgerDispatcher<ReplicaRepairRun> {
  return new LedgerDispatcher(deps, {
    noun: 'A repair of a replica',
    mostAtOnce: 8,
    remedy: 'start it again',
    workflowIdOf: repairWorkflowId,
    workflow,
    async listDue() {
      const due = await deps.db.replicaRepair.findMany({
        where: driven,
        select: { id: true, starts: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, starts, recoveries }) => ({ run: { repairId: id, start: starts }, recoveries }))
    },
    async recover({ repairId, start }, giveUp) {
      await deps.db.replicaRepair.updateMany({
        where: { id: repairId, starts: start, ...driven },
        data:
          giveUp === null
            ? { starts: { increment: 1 }, recoveries: { increment: 1 } }
            : { status: 'failed', finishedAt: deps.now(), error: giveUp },
      })
    },
  })
}
