import {
  judgeFits,
  keepOneReplica,
  type PartitionExtent,
  planWarmupSteps,
  type WarmupSpec,
} from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { type ClusterReading, readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { inspectNode, lookBudgetMs, type NodeLook } from './inspect-node.ts'
import type { WarmupFitView } from './schema.ts'

export interface WarmupPlan {
  reading: ClusterReading<NodeLook | null>
  looks: NodeLook[]
  /** Columns to read, the same on all nodes. */
  columns: string[]
  steps: PartitionExtent[]
  fits: WarmupFitView[]
  /** Shards with an unreachable node and without another one that has the table. */
  unseenShards: number[]
  obstacle: string | null
}

/**
 * A warm-up as it would start now. Changes nothing.
 * @throws ServiceError `not_found` for an unknown cluster, node, table or column, `unreachable` when no node answers.
 */
export async function planWarmup(
  ctx: ServiceContext,
  cluster: string,
  spec: WarmupSpec,
): Promise<WarmupPlan> {
  const { nodes } = spec
  const reading = await readCluster(
    ctx,
    { cluster, fresh: true, budgetMs: lookBudgetMs, ...(nodes ? { nodes } : {}) },
    (reader, node) => inspectNode(reader, node, spec),
  )
  const looks = requireTable(reading, spec).map(({ value }) => value)
  const columns = chooseColumns(looks, spec)
  const extents = looks.flatMap((look) => look.extents)
  const wanted = planWarmupSteps(extents, spec.partitions)
  const shards = new Map(looks.map(({ node, shard }) => [node, shard]))
  const one = spec.replicas === 'one' && looks.every(({ replicated }) => replicated)
  const steps = one ? keepOneReplica(wanted, (node) => shards.get(node) ?? 0) : wanted
  const rooms = looks.flatMap((look) => look.rooms)
  const fits = judgeFits(
    one ? rooms.filter(({ node }) => steps.some((step) => step.node === node)) : rooms,
    steps,
    spec.where !== null,
  )
  const unseenShards = findUnseenShards(reading, looks)
  const obstacle = findObstacle(spec, one ? unseenShards : null, reading, steps, fits)
  return { reading, looks, columns, steps, fits, unseenShards, obstacle }
}

function chooseColumns(looks: readonly NodeLook[], { columns, database, table }: WarmupSpec): string[] {
  const shared = (looks[0]?.columns ?? [])
    .map(({ name }) => name)
    .filter((name) => looks.every((look) => look.columns.some((column) => column.name === name)))
  const unknown = columns?.find((name) => !shared.includes(name))
  if (unknown !== undefined)
    throw new ServiceError(
      'not_found',
      `${database}.${table} does not store a column ${unknown} on every node.`,
      {
        hint: 'Choose columns that the table has on all nodes and that are not ALIAS columns.',
      },
    )
  return columns ?? shared
}

function findUnseenShards(
  { cluster, coverage }: WarmupPlan['reading'],
  looks: readonly NodeLook[],
): number[] {
  const missing = cluster.nodes.filter(({ name }) => coverage.missingNodes.includes(name))
  const shards = new Set(missing.map(({ shard }) => shard))
  return [...shards].filter((shard) => looks.every((look) => look.shard !== shard))
}

/** @param unseenShards where one replica per shard is enough; null: all nodes are needed. */
function findObstacle(
  { database, table }: WarmupSpec,
  unseenShards: readonly number[] | null,
  { coverage }: WarmupPlan['reading'],
  steps: readonly PartitionExtent[],
  fits: readonly WarmupFitView[],
): string | null {
  if (unseenShards?.[0] !== undefined)
    return `No replica of shard ${unseenShards[0]} responds: ${coverage.missingNodes.join(', ')} did not answer.`
  if (unseenShards === null && !coverage.complete)
    return `${coverage.missingNodes.join(', ')} could not be checked. Exclude it, or wait.`
  if (steps.length === 0) return `No selected data of ${database}.${table} is on a disk with a cache.`
  const refused = fits.find(({ verdict }) => verdict === 'refused')
  return refused ? `${refused.cache} of ${refused.node}: ${refused.reason}` : null
}
