import { replicaRepairStatement } from '@frostline/clickhouse'
import { notifyChange, repairClaimOf, storeReplicaRepair } from '@frostline/db'
import { closesTable } from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { refuseOpenRuns } from '../../platform/open-run/refuse-open-runs.ts'
import { explainClaim, refuseHolder } from '../../platform/run/claim.ts'
import { observeRepair } from './observe.ts'
import { refuseWithoutGrant } from './preview.ts'
import { repairRoles, repairs } from './repair-run.ts'
import { type RepairDraft, repairDraft } from './schema.ts'

/**
 * Stores a repair, queued: a worker takes it from the ledger and checks again before it sends anything.
 * @throws ServiceError `refused` with the reason; `conflict` where another repair of the table is open, or a run writes
 * its parts while the replica would be unavailable.
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
  const at = { database: input.database, table: input.table }
  const storing = ctx.db.$transaction(async (tx) => {
    if (closesTable(input.kind)) await refuseOpenRuns(tx, { clusterId: cluster.id }, { table: at })
    await refuseHolder(tx, repairs, { claimKey: repairClaimOf(cluster.id, at), name })
    const { id } = await storeReplicaRepair(tx, {
      ...{ clusterId: cluster.id, ...at, kind: input.kind, keeperPath: input.keeperPath },
      ...{ replicaName: input.replicaName, nodeName: node, limitSeconds: input.limitSeconds },
      ...{ statement: sql, before: figures, now: ctx.now() },
      ...{ requestedById: ctx.actor.id, requestedBy: ctx.actor.name },
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
  return storing.catch((error: unknown) => {
    throw explainClaim(error, repairs, name)
  })
}
