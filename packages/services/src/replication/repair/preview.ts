import {
  checkGrants,
  replicaRepairAccess,
  replicaRepairStatement,
  requiredGrants,
} from '@frostline/clickhouse'
import type { RepairPlan, ReplicaRepairKind } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { ClusterConnection } from '../../platform/cluster/cluster-connection.ts'
import { observeRepair } from './observe.ts'
import { type RepairDraft, type RepairPreview, repairDraft } from './schema.ts'

/** What a repair would do, with the figures that judge its result. Changes nothing. */
export async function previewRepair(ctx: ServiceContext, given: RepairDraft): Promise<RepairPreview> {
  const input = await authorizeInput(ctx, 'operator', repairDraft, given)
  const cluster = await ctx.clusters.get(input.cluster)
  const { plan, figures, missingNodes } = await observeRepair(ctx, input)
  return {
    coverage: { complete: missingNodes.length === 0, missingNodes },
    ...plan,
    refusal: plan.refusal ?? (await refuseWithoutGrant(cluster, input.kind, plan)),
    statement: replicaRepairStatement(input.kind, input, input).sql,
    figures,
  }
}

export async function refuseWithoutGrant(
  { nodes }: ClusterConnection,
  kind: ReplicaRepairKind,
  { node: name }: RepairPlan,
): Promise<RepairPlan['refusal']> {
  const node = nodes.find((each) => each.name === name)
  if (!node) return null
  const access = replicaRepairAccess[kind]
  const [check] = await checkGrants(
    node.client,
    requiredGrants.filter((grant) => grant.access === access),
  )
  if (check?.state !== 'missing') return null
  return {
    text: `The ClickHouse user lacks ${access} on ${node.name}.`,
    hint: `Run as an administrator: ${check.statement}`,
  }
}
