import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { coverageOf, readCluster } from '../platform/reading/read-cluster.ts'
import { compareSets, groupReplicas, toReplicaSet } from './merge-replicas.ts'
import { askKeeper, readReplicas } from './read-replicas.ts'
import { type GetTableReplicationInput, getTableReplicationInput, type TableReplication } from './schema.ts'

const budgetMs = 5_000

/**
 * The replicas of one table, one set per shard. No set where the table is not replicated, or does not exist. The page
 * runs another statement for the table anyway, so Keeper is queried in the same one; nodes that are too slow are
 * queried again without it.
 */
export async function getTableReplication(
  ctx: ServiceContext,
  given: GetTableReplicationInput,
): Promise<TableReplication> {
  const input = await authorizeInput(ctx, 'viewer', getTableReplicationInput, given)
  const at = { database: input.database, table: input.table }
  const full = await readCluster(ctx, { ...input, budgetMs }, async (reader) => {
    const [replicas, keeper] = await Promise.all([readReplicas(reader, at), askKeeper(reader, [at])])
    return { replicas, keeper }
  })
  const slow = full.envelope.nodes.filter(({ state }) => state === 'timeout').map(({ name }) => name)
  const bare =
    slow.length === 0
      ? null
      : await readCluster(ctx, { ...input, budgetMs, nodes: slow }, (reader) => readReplicas(reader, at))
  const seen = [
    ...full.readings.map(({ node, value }) => ({ node, value: value.replicas })),
    ...(bare?.readings ?? []),
  ]
  const keeper = new Map(full.readings.map(({ node, value }) => [node.name, value.keeper]))
  const coverage = coverageOf(
    full.cluster.nodes,
    seen.map(({ node }) => node),
  )
  return {
    ...full.envelope,
    nodes: full.envelope.nodes.map(
      (node) => bare?.envelope.nodes.find(({ name }) => name === node.name) ?? node,
    ),
    queries: [...full.envelope.queries, ...(bare?.envelope.queries ?? [])],
    data: {
      coverage,
      sets: groupReplicas(seen)
        .map((set) => toReplicaSet(set, keeper, coverage.missingNodes))
        .sort(compareSets),
    },
  }
}
