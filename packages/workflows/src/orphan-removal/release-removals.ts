import { changeRunState, lockRow, notifyChange } from '@frostline/db'
import { recordAudit } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { orderOfWorker } from '../run/carry-out-run.ts'
import { workerContext } from '../worker/worker-context.ts'

/** What has been in quarantine for as long as was asked for is deleted without a second person. */
export async function releaseDueRemovals(deps: WorkflowDeps): Promise<void> {
  const isDue = { deleteAt: { lte: deps.now() }, run: { status: 'waiting' as const } }
  const due = await deps.db.orphanRemoval.findMany({ where: isDue, select: { id: true } })
  for (const { id } of due)
    await deps.db.$transaction(async (tx) => {
      await lockRow(tx, 'run', id)
      const removal = await tx.orphanRemoval.findFirst({
        where: { id, ...isDue },
        include: { run: { include: { cluster: { select: { name: true } } } } },
      })
      if (!removal) return
      const { bucket, waitHours, run } = removal
      await tx.orphanRemoval.update({ where: { id }, data: { stage: 'deleting' } })
      await changeRunState(tx, run, 'release', orderOfWorker(deps))
      await recordAudit(tx, workerContext(deps), {
        ...{ action: 'orphan-removal.release', objectType: 'orphan-removal', objectId: id },
        ...{ objectName: bucket, clusterId: run.clusterId, clusterName: run.cluster.name },
        outcome: 'requested',
        details: { requestedBy: run.requestedBy, waitHours },
      })
      await notifyChange(tx, 'orphan-removal', id)
    })
}
