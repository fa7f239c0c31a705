import { notifyChange, type Transaction } from '@frostline/db'
import type { ServiceContext } from '../../base/context.ts'
import { recordAudit } from '../../base/record-audit.ts'
import type { StoredPipeline } from '../find-pipeline.ts'

/** It begins nothing any more until a person resumes it. */
export async function stopPipeline(
  tx: Transaction,
  ctx: ServiceContext,
  pipeline: StoredPipeline,
  reason: string,
): Promise<void> {
  await tx.loadPipeline.update({
    where: { id: pipeline.id },
    data: { enabled: false, stoppedReason: reason, nextDueAt: null, askedAt: null, askedBy: null },
  })
  await recordAudit(tx, ctx, {
    action: 'load-pipeline.stop',
    objectType: 'load-pipeline',
    objectId: pipeline.id,
    objectName: pipeline.name,
    clusterId: pipeline.cluster.id,
    clusterName: pipeline.cluster.name,
    outcome: 'succeeded',
    error: reason,
  })
  await notifyChange(tx, 'load-pipeline', pipeline.id)
}
