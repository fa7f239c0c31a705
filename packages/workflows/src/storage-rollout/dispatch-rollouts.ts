import { activeRolloutStatuses, type RolloutRun } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { rolloutWorkflowId } from './run-storage-rollout.ts'

const active = { status: { in: [...activeRolloutStatuses] } }

export function createRolloutDispatcher(
  deps: WorkflowDeps,
  workflow: (run: RolloutRun) => Promise<void>,
): LedgerDispatcher<RolloutRun> {
  return new LedgerDispatcher(deps, {
    noun: 'A storage rollout',
    remedy: 'finish or revert it',
    workflowIdOf: rolloutWorkflowId,
    workflow,
    async listDue() {
      const due = await deps.db.storageRollout.findMany({
        where: active,
        select: { id: true, generation: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, generation, recoveries }) => ({ run: { rolloutId: id, generation }, recoveries }))
    },
    async recover({ rolloutId, generation }, giveUp) {
      await deps.db.storageRollout.updateMany({
        where: { id: rolloutId, generation, ...active },
        data:
          giveUp === null
            ? { generation: { increment: 1 }, recoveries: { increment: 1 } }
            : { status: 'failed', activeKey: null, finishedAt: deps.now(), error: giveUp },
      })
    },
  })
}
