import {
  type DiskRow,
  keeperPlaceOf,
  listDisks,
  listStoragePolicies,
  replicaPartitions,
  replicaStates,
  type StoragePolicyRow,
  sameStorage,
  tableIdentity,
} from '@frostline/clickhouse'
import { comparePartition, groupBy, partitionDifferences } from '@frostline/domain'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { compareValues } from '../platform/reading/compare.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import {
  type ListDifferencesInput,
  listDifferencesInput,
  type ReplicaDifferences,
} from './differences-schema.ts'

/** A table with more partitions on a node is compared by the first of them, and the response says so. */
const maxPartitions = 10_000

/**
 * Every partition of a table by replica, differing ones first. Nodes without the table, or where it is not replicated,
 * are left out.
 */
export async function listReplicaDifferences(
  ctx: ServiceContext,
  given: ListDifferencesInput,
): Promise<ReplicaDifferences> {
  const input = await authorizeInput(ctx, 'viewer', listDifferencesInput, given)
  const { database, table } = input
  const reading = await readCluster(ctx, input, async (reader) => {
    const [states, partitions, identity, policies, disks] = await Promise.all([
      reader.ask(replicaStates, { database, table }),
      reader.ask(replicaPartitions, { databases: [database], tables: [table], limit: maxPartitions }),
      reader.ask(tableIdentity, { database, table }),
      reader.ask(listStoragePolicies, {}),
      reader.ask(listDisks, {}),
    ])
    const volumeOf = indexVolumes(
      policies.filter(({ policy_name }) => policy_name === identity[0]?.storage_policy),
      disks,
    )
    return {
      state: states[0],
      partitions: partitions.map((row) => ({
        ...row,
        volumes: [...new Set(row.disks.map((disk) => volumeOf.get(disk) ?? disk))].sort(compareValues),
      })),
    }
  })
  const replicas = reading.readings.flatMap(({ node, value: { state, partitions } }) =>
    state ? [{ node, state, path: keeperPlaceOf(state), partitions }] : [],
  )
  const rows = [...groupBy(replicas, ({ path }) => path).values()].flatMap((set) => {
    const copies = set.flatMap(({ node, partitions }) =>
      partitions.map((row) => ({ ...row, node: node.name })),
    )
    const shards = [...new Set(set.map(({ node }) => node.shard))].sort((a, b) => a - b)
    return [...groupBy(copies, (copy) => copy.partition_id).values()].map((own) => ({
      keeperPath: set[0].state.zookeeper_path,
      shards,
      partitionId: own[0].partition_id,
      partition: own[0].partition,
      difference: comparePartition(own, set.length),
      replicas: set.map(({ node, state }) => {
        const copy = own.find((each) => each.node === node.name)
        return {
          ...{ node: node.name, replica: node.replica, replicaName: state.replica_name },
          content: copy
            ? {
                parts: copy.parts,
                rows: copy.rows,
                bytes: copy.bytes,
                hash: copy.hash.toString(16).padStart(16, '0'),
                ...{ volumes: copy.volumes, disks: copy.disks },
              }
            : null,
        }
      }),
    }))
  })
  const matching = rows
    .filter(({ difference }) => !input.differentOnly || difference !== 'equal')
    .sort(
      (a, b) =>
        partitionDifferences.indexOf(a.difference) - partitionDifferences.indexOf(b.difference) ||
        compareValues(a.partitionId, b.partitionId) ||
        compareValues(a.shards[0] ?? 0, b.shards[0] ?? 0),
    )
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      replicas: replicas.length,
      total: matching.length,
      different: rows.filter(({ difference }) => difference !== 'equal').length,
      truncated: replicas.some(({ partitions }) => partitions.length === maxPartitions),
      partitions: matching.slice(input.offset, input.offset + input.limit),
    },
  }
}

/** Includes other names of the same storage: older servers give a part the name of the store under a cache. */
function indexVolumes(policy: readonly StoragePolicyRow[], disks: readonly DiskRow[]): Map<string, string> {
  const named = policy.flatMap(({ volume_name, disks: own }) =>
    own.map((disk) => [disk, volume_name] as const),
  )
  const others = named.flatMap(([disk, volume]) =>
    [...sameStorage(disk, disks)].map((name) => [name, volume] as const),
  )
  return new Map([...others, ...named])
}
