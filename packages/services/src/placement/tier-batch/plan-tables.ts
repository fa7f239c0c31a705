import {
  type BatchTablePlan,
  compilePattern,
  type PlanCheck,
  planBatch,
  type ReplicaSnapshot,
} from '@frostline/domain'
import type { z } from 'zod'
import { requireOn } from '../../identity/access/require-on.ts'
import type { Role } from '../../platform/base/actor.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ClusterConnection } from '../../platform/cluster/cluster-connection.ts'
import { listTables } from '../table/list.ts'
import { inspectTable } from '../tier-migration/inspect-table.ts'
import { MAX_TABLES, type tierBatchRequest } from './schema.ts'

export interface PlannedBatchTable {
  plan: BatchTablePlan
  snapshots: readonly ReplicaSnapshot[]
}

type Request = z.output<typeof tierBatchRequest>

/** Observes the tables one after the other, since one may have a hundred thousand parts per node, and plans. */
export async function planTables(
  ctx: ServiceContext,
  request: Request,
  needed: Role,
): Promise<{ cluster: ClusterConnection; observedAt: Date; tables: PlannedBatchTable[] }> {
  const cluster = await ctx.clusters.get(request.cluster)
  const observedAt = ctx.now()
  const looks = []
  const found = await resolveTables(ctx, request)
  // A pattern matches all that the actor may see, which may be more than it may plan for.
  requireOn(
    ctx.actor,
    needed,
    found.map((at) => ({ kind: 'table', clusterId: cluster.id, ...at })),
  )
  for (const at of found) looks.push({ at, ...(await lookOrFault(ctx, cluster.id, at)) })
  const seen = looks.flatMap(({ at, snapshots, fault }) => (fault === null ? [{ ...at, snapshots }] : []))
  const plans = planBatch(seen, request.goal, request.targetVolume, {
    optimizeFirst: request.optimizeFirst,
    replicas: request.limits?.replicas,
  }).values()
  const tables = looks.map(({ at, snapshots, fault }): PlannedBatchTable => {
    const plan = fault === null ? plans.next().value : undefined
    return { plan: plan ?? { ...at, kind: 'refused', checks: [unseen(fault)] }, snapshots }
  })
  return { cluster, observedAt, tables }
}

/** The listed ones in their order, then those that match the pattern, by name; each once. */
async function resolveTables(ctx: ServiceContext, { cluster, tables, pattern }: Request) {
  const found = new Map(tables.map((at) => [JSON.stringify([at.database, at.table]), at]))
  if (pattern !== undefined) {
    const listed = await listTables(ctx, { cluster, family: 'merge-tree', sort: 'name', limit: 1000 })
    const fits = compilePattern(pattern)
    for (const { database, table } of listed.data.tables)
      if (fits(`${database}.${table}`)) found.set(JSON.stringify([database, table]), { database, table })
  }
  if (found.size === 0)
    throw new ServiceError('not_found', `No MergeTree table matches ${pattern}.`, {
      hint: 'The pattern is matched against database.table. Use * for any characters.',
    })
  if (found.size > MAX_TABLES)
    throw new ServiceError('invalid', `${found.size} tables match. The maximum is ${MAX_TABLES} per plan.`, {
      hint: 'Narrow the pattern, or split it into several plans.',
    })
  return [...found.values()]
}

async function lookOrFault(ctx: ServiceContext, clusterId: string, at: { database: string; table: string }) {
  try {
    const { snapshots } = await inspectTable(ctx, clusterId, at)
    return { snapshots, fault: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { snapshots: [], fault: error }
  }
}

function unseen(fault: ServiceError | null): PlanCheck {
  return {
    id: 'replica-reachable',
    node: null,
    outcome: 'blocking',
    text: fault?.message ?? 'The table was not checked.',
    hint: fault?.hint ?? null,
  }
}
