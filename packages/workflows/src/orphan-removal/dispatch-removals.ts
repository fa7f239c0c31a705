import { lockRow, notifyChange, type OrphanRemovalRun } from '@frostline/db'
import { drivenRemovalStatuses } from '@frostline/domain'
import { recordAudit } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { workerContext } from '../worker/worker-context.ts'
import { removalWorkflowId } from './run-removal.ts'

const driven = { status: { in: [...drivenRemovalStatuses] } }

export function createRemovalDispatcher(
  deps: WorkflowDeps,
  workflow: (run: OrphanRemovalRun) => Promise<void>,
): LedgerDispatcher<OrphanRemovalRun> {
  return new LedgerDispatcher(deps, {
    noun: 'A removal of orphans',
    mostAtOnce: 2,
    remedy: 'resume it',
    workflowIdOf: removalWorkflowId,
    workflow,
    async listDue() {
      await releaseDueRemovals(deps)
      const due = await deps.db.orphanRemoval.findMany({
        where: driven,
        select: { id: true, starts: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, starts, recoveries }) => ({ run: { removalId: id, start: starts }, recoveries }))
    },
    async recover({ removalId, start }, giveUp) {
      await deps.db.orphanRemoval.updateMany({
        where: { id: removalId, starts: start, ...driven },
        data:
          giveUp === null
            ? { starts: { increment: 1 }, recoveries: { increment: 1 } }
            : { status: 'failed', finishedAt: deps.now(), error: giveUp },
      })
    },
  })
}

/** What has been in quarantine for as long as was asked for is deleted without a second person. */
export async function releaseDueRemovals(deps: WorkflowDeps): Promise<void> {
  const isDue = { status: 'waiting' as const, deleteAt: { lte: deps.now() } }
  const due = await deps.db.orphanRemoval.findMany({ where: isDue, select: { id: true } })
  for (const { id } of due)
    await deps.db.$transaction(async (tx) => {
      await lockRow(tx, 'orphan_removal', id)
      const removal = await tx.orphanRemoval.findFirst({
        where: { id, ...isDue },
        include: { cluster: true },
      })
      if (!removal) return
      await tx.orphanRemoval.update({
        where: { id },
        data: { status: 'queued', stage: 'deleting', starts: { increment: 1 }, recoveries: 0 },
      })
      await recordAudit(tx, workerContext(deps), {
        ...{ action: 'orphan-removal.release', objectType: 'orphan-removal', objectId: id },
        ...{ objectName: removal.bucket, clusterId: removal.clusterId, clusterName: removal.cluster.name },
        outcome: 'requested',
        details: { requestedBy: removal.requestedBy, waitHours: removal.waitHours },
      })
      await notifyChange(tx, 'orphan-removal', id)
    })
}
