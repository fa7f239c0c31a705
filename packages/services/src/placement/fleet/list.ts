import { type OddityKind, oddityKinds } from '@frostline/domain'
import type { z } from 'zod'
import { whereClusterName } from '../../identity/access/visible.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { toServiceError } from '../../platform/base/to-service-error.ts'
import { nodeOrder } from '../../platform/cluster/node-order.ts'
import { compareValues, orderRows } from '../../platform/reading/compare.ts'
import type { NodeObservation, QueryNote } from '../../platform/reading/schema.ts'
import { readFleetOfCluster } from './read-fleet.ts'
import {
  type FleetCluster,
  type FleetList,
  type FleetTable,
  type ListFleetInput,
  listFleetInput,
} from './schema.ts'

interface ClusterFleet {
  cluster: FleetCluster
  tables: FleetTable[]
  observedAt: Date | null
  nodes: NodeObservation[]
  queries: QueryNote[]
}

type Filter = z.output<typeof listFleetInput>

/**
 * The MergeTree tables of all clusters: filtered, sorted and paged here, since the sums over nodes come first. A node or
 * a cluster that cannot be read is named, and fails no other.
 * @throws ServiceError `not_found` for a filter by an unknown cluster.
 */
export async function listFleet(ctx: ServiceContext, given: ListFleetInput): Promise<FleetList> {
  const input = await authorizeInput(ctx, 'viewer', listFleetInput, given)
  const registered = await ctx.db.cluster.findMany({
    where: {
      AND: [
        whereClusterName(ctx.actor) ?? {},
        input.cluster === undefined ? {} : { OR: [{ slug: input.cluster }, { id: input.cluster }] },
      ],
    },
    select: {
      ...{ slug: true, name: true },
      nodes: { select: { name: true, shard: true, replica: true }, orderBy: [...nodeOrder] },
    },
    orderBy: [{ name: 'asc' }, { slug: 'asc' }],
  })
  if (input.cluster !== undefined && registered.length === 0)
    throw new ServiceError('not_found', `There is no cluster ${input.cluster}.`, {
      hint: 'Choose another cluster. It may have been removed.',
    })
  const clusters = await Promise.all(registered.map((each) => readOne(ctx, each, input.fresh)))
  const all = clusters.flatMap(({ tables }) => tables)
  const matching = all.filter((table) => matches(table, input)).sort(orderOf(input))
  const times = clusters.flatMap(({ observedAt }) => observedAt?.getTime() ?? [])
  return {
    observedAt: times.length === 0 ? ctx.now() : new Date(Math.min(...times)),
    nodes: clusters.flatMap(({ nodes }) => nodes),
    queries: clusters.flatMap(({ queries }) => queries),
    data: {
      ...{ total: matching.length, all: all.length },
      totalBytes: matching.reduce((sum, { totalBytes }) => sum + totalBytes, 0n),
      oddities: oddityKinds.map((kind) => ({
        kind,
        tables: all.filter((table) => isOdd(table, kind)).length,
      })),
      clusters: clusters.map(({ cluster }) => cluster),
      tables: matching.slice(input.offset, input.offset + input.limit),
    },
  }
}

interface RegisteredCluster {
  slug: string
  name: string
  nodes: { name: string; shard: number; replica: number }[]
}

async function readOne(
  ctx: ServiceContext,
  { slug, name, nodes }: RegisteredCluster,
  fresh: boolean,
): Promise<ClusterFleet> {
  const inFleet = (node: string) => `${name} / ${node}`
  try {
    const { reading, tables } = await readFleetOfCluster(ctx, { cluster: slug, fresh })
    const { coverage, envelope, readings } = reading
    const [shown] = readings
    return {
      cluster: { slug, name, coverage, nodes: nodes.length, tables: tables.length, error: null },
      tables,
      observedAt: readings.length === 0 ? null : envelope.observedAt,
      nodes: envelope.nodes.map((node) => ({ ...node, name: inFleet(node.name) })),
      // All nodes get the same statements: one shows them, and the others what failed.
      queries: envelope.queries
        .filter(({ node, error }) => node === shown?.node.name || error !== null)
        .map((note) => ({ ...note, node: inFleet(note.node) })),
    }
  } catch (thrown) {
    const error = toServiceError(thrown)
    if (!error) throw thrown
    const missingNodes = nodes.map((node) => node.name)
    return {
      cluster: {
        ...{ slug, name, nodes: nodes.length, tables: 0, error: error.message },
        coverage: { complete: false, missingNodes },
      },
      ...{ tables: [], observedAt: null, queries: [] },
      nodes: nodes.map((node) => ({
        ...{ ...node, name: inFleet(node.name), state: 'failed', message: error.message, elapsedMs: 0 },
      })),
    }
  }
}

function isOdd({ oddities }: FleetTable, wanted: OddityKind | 'any'): boolean {
  return wanted === 'any' ? oddities.length > 0 : oddities.some(({ kind }) => kind === wanted)
}

function matches(table: FleetTable, { search, oddity, tier }: Filter): boolean {
  return (
    `${table.database}.${table.table}`.toLowerCase().includes(search.toLowerCase()) &&
    (oddity === undefined || isOdd(table, oddity)) &&
    (tier === undefined || table.tiers[tier].bytes > 0n)
  )
}

function orderOf({ sort, direction }: Filter): (a: FleetTable, b: FleetTable) => number {
  return orderRows({
    direction,
    figureOf: sort === 'name' ? null : (table) => sortValue(table, sort),
    byName: (a, b) =>
      compareValues(a.database, b.database) ||
      compareValues(a.table, b.table) ||
      compareValues(a.cluster, b.cluster),
  })
}

function sortValue(
  table: FleetTable,
  sort: Exclude<Filter['sort'], 'name'>,
): string | number | bigint | null {
  switch (sort) {
    case 'cluster':
      return table.clusterName
    case 'bytes':
      return table.totalBytes
    case 'cold':
      return table.tiers.cold.bytes
    case 'partitions':
      return table.partitions
    case 'partsPerPartition':
      return table.partsPerPartition
    case 'growth':
      return table.growth.bytesPerDay
    case 'nextDue':
      return table.nextDue?.at.getTime() ?? null
    case 'oddities':
      return table.oddities.length
  }
}
