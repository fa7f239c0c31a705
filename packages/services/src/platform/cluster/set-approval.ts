import { notifyChange } from '@frostline/db'
import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { flagInput } from '../base/flag-input.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { refuseManaged } from '../desired-state/refuse-managed.ts'
import { findCluster } from './find-cluster.ts'

const approvalInput = z.object({
  cluster: z.string().max(200),
  approvalRequired: flagInput,
})

/** Whether plans of a cluster start only after somebody else has approved them. Its registration stays. */
export async function setApprovalRequired(
  ctx: ServiceContext,
  given: z.input<typeof approvalInput>,
): Promise<void> {
  const about = { action: 'cluster.update', objectType: 'cluster', objectName: given.cluster }
  await authorize(ctx, 'admin', about)
  const { cluster: slug, approvalRequired } = parseInput(approvalInput, given)
  await ctx.db.$transaction(async (tx) => {
    const { id, name, ...before } = await findCluster(tx, slug)
    await refuseManaged(tx, ctx, { kind: 'settings', clusterId: id })
    await tx.cluster.update({ where: { id }, data: { approvalRequired } })
    await recordAudit(tx, ctx, {
      ...{ ...about, objectId: id, objectName: name, clusterId: id, clusterName: name, outcome: 'succeeded' },
      details: { approvalRequired, formerApprovalRequired: before.approvalRequired },
    })
    await notifyChange(tx, 'cluster', id)
  })
}
