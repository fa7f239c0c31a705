import { notifyChange, type Transaction } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { lockPipeline, type StoredPipeline } from './find-pipeline.ts'

/** One person's change of a pipeline: authorized, under its lock, audited, announced. */
export async function changePipeline(
  ctx: ServiceContext,
  id: string,
  action: string,
  change: (tx: Transaction, pipeline: StoredPipeline) => Promise<AuditFacts['details']>,
): Promise<void> {
  const known = await ctx.db.loadPipeline.findUnique({ where: { id }, include: { cluster: true } })
  const object = {
    action,
    objectType: 'load-pipeline',
    objectId: id,
    objectName: known?.name ?? id,
    clusterId: known?.clusterId,
    clusterName: known?.cluster.name,
  }
  await authorize(ctx, 'operator', object)
  await ctx.db.$transaction(async (tx) => {
    const details = await change(tx, await lockPipeline(tx, id))
    await recordAudit(tx, ctx, { ...object, outcome: 'succeeded', details })
    await notifyChange(tx, 'load-pipeline', id)
  })
}
