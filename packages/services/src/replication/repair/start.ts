import { replicaRepairStatement } from '@frostline/clickhouse'
import { lockRow, notifyChange } from '@frostline/db'
import { authorize } from '../../base/authorize.ts'
import type { ServiceContext } from '../../base/context.ts'
import { parseInput } from '../../base/parse-input.ts'
import { recordAudit } from '../../base/record-audit.ts'
import { ServiceError } from '../../base/service-error.ts'
import { refuseOpenRuns } from '../../open-run/refuse-open-runs.ts'
import { observeRepair } from './observe.ts'
import { refuseWithoutGrant, repairRoles } from './preview.ts'
import { type RepairDraft, repairDraft } from './schema.ts'

/**
 * Stores a repair, queued: a worker takes it from the ledger and looks once more before it sends anything.
 * @throws ServiceError `refused` with the reason; `conflict` where another repair of the table is open, or a run writes its
 *   parts while the replica would be closed.
 */
export async function startRepair(ctx: ServiceContext, given: RepairDraft): Promise<{ id: string }> {
  const input = parseInput(repairDraft, given)
  const name = `${input.database}.${input.table}`
  const cluster = await ctx.clusters.get(input.cluster)
  const attempt = {
    ...{ action: 'replica-repair.start', objectType: 'replica-repair', objectName: name },
    ...{ clusterId: cluster.id, clusterName: cluster.name },
  }
  await authorize(ctx, repairRoles[input.kind], attempt)
  const { plan, figures } = await observeRepair(ctx, input)
  const refusal = plan.refusal ?? (await refuseWithoutGrant(cluster, input.kind, plan))
  if (refusal || plan.node === null)
    throw new ServiceError('refused', refusal?.text ?? 'No node can do this.', {
      hint: `Nothing was sent. ${refusal?.hint ?? ''}`,
    })
  const { sql } = replicaRepairStatement(input.kind, input, input)
  const { node } = plan
  return ctx.db.$transaction(async (tx) => {
    const at = { database: input.database, table: input.table }
    if (input.kind === 'restart' || input.kind === 'restore')
      await refuseOpenRuns(tx, { clusterId: cluster.id }, { table: at })
    else await lockRow(tx, 'cluster', cluster.id)
    const rival = await tx.replicaRepair.findFirst({
      where: { clusterId: cluster.id, ...at, status: { in: ['queued', 'running', 'cancelling'] } },
      select: { requestedBy: true, kind: true },
    })
    if (rival)
      throw new ServiceError('conflict', `A ${rival.kind} of ${name} by ${rival.requestedBy} is running.`, {
        hint: 'Wait until it ends, or cancel it first.',
      })
    const { id } = await tx.replicaRepair.create({
      select: { id: true },
      data: {
        ...{ clusterId: cluster.id, ...at, kind: input.kind, keeperPath: input.keeperPath },
        ...{ replicaName: input.replicaName, nodeName: node, limitSeconds: input.limitSeconds },
        ...{ statement: sql, before: figures, createdAt: ctx.now() },
        ...{ requestedById: ctx.actor.id, requestedBy: ctx.actor.name },
      },
    })
    await recordAudit(tx, ctx, {
      ...attempt,
      objectId: id,
      outcome: 'requested',
      details: {
        kind: input.kind,
        replica: input.replicaName,
        keeperPath: input.keeperPath,
        node,
        statement: sql,
      },
    })
    await notifyChange(tx, 'replica-repair', id)
    return { id }
  })
}
