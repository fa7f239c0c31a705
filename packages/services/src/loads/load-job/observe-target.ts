import {
  databaseReplicas,
  dependentViews,
  entriesToFetch,
  listClusters,
  listColumns,
  listDisks,
  listStoragePolicies,
  nodeCores,
  parseDistributedTarget,
  parseTableTtl,
  quorumSettings,
  type ReplicaStateRow,
  replicaStates,
  runningQueries,
  tableDefinition,
} from '@frostline/clickhouse'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { roomOf } from '../../platform/reading/file-systems.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { type LoadTargetView, loadTargetInput } from './schema.ts'

/**
 * The table that is named and the MergeTree tables that hold its rows, from every node.
 * @throws ServiceError `not_found`, `unreachable`, `invalid` for an engine that cannot be loaded into.
 */
export async function observeLoadTarget(
  ctx: ServiceContext,
  at: { cluster: string; database: string; table: string },
): Promise<LoadTargetView> {
  const name = { database: at.database, table: at.table }
  const reading = await readCluster(ctx, { cluster: at.cluster, fresh: true }, async (reader) => {
    const [named] = await reader.ask(tableDefinition, name)
    if (!named) return null
    const local = parseDistributedTarget(named.engine_full)
    return { named, ...(await readLanding(reader, local ?? name, local?.cluster ?? '')) }
  })
  const present = requireTable(reading, name)
  const first = present[0]?.value
  if (!first) throw new ServiceError('internal', 'A table is present on no node.')
  const { named } = first
  const remote = parseDistributedTarget(named.engine_full)
  const landed = present.find(({ value }) => value.landing !== null)?.value
  const landing = landed?.landing
  if (!landed || !landing)
    throw new ServiceError(
      'not_found',
      `No node has ${remote?.database}.${remote?.table}, from which ${at.database}.${at.table} reads.`,
      {
        hint: 'Create the local table on every node first.',
      },
    )
  if (!/MergeTree$/.test(landing.engine))
    throw new ServiceError(
      'invalid',
      `${landing.database}.${landing.name} is a ${landing.engine} table. Loads publish whole parts, which only MergeTree tables have.`,
      { hint: 'Choose a MergeTree table, or a Distributed table over one.' },
    )
  const members = landed.members
  return {
    observedAt: reading.envelope.observedAt,
    ...name,
    engine: named.engine,
    distributed:
      remote === null
        ? null
        : {
            cluster: remote.cluster,
            shardingKey: readShardingKey(named.engine_full),
            internalReplication: members.some((member) => member.internal_replication),
          },
    landing: {
      database: landing.database,
      table: landing.name,
      engine: landing.engine,
      engineFull: landing.engine_full,
      serverVersion: landing.server_version,
      carried: landed.databases.some(({ shards }) => shards > 1),
      partitionKey: landing.partition_key,
      sortingKey: landing.sorting_key,
      storagePolicy: landing.storage_policy,
      ttl: parseTableTtl(landing.engine_full),
    },
    replicas: present.flatMap(({ node, value }) =>
      value.landing === null
        ? []
        : [
            {
              name: node.name,
              shard: node.shard,
              replica: node.replica,
              cores: Number(value.cores[0]?.cores ?? 1n),
              freeBytes: freeOfFirstVolume(value, landing.storage_policy),
              replication: toReplication(value.replicas[0]),
              runningQueries: value.queries[0]?.queries ?? 0,
              insertQuorum: value.quorums[0]?.insert_quorum ?? '',
              sequentialReads: value.quorums[0]?.sequential ?? false,
            },
          ],
    ),
    missingNodes: reading.envelope.nodes
      .map((node) => node.name)
      .filter((node) => !present.some((found) => found.node.name === node && found.value.landing !== null)),
    materializedViews: landed.views.map((view) => `${view.database}.${view.name}`),
    columns: landed.columns.map(({ name: column, type, default_kind }) => ({
      name: column,
      type,
      defaultKind: default_kind,
    })),
  }
}

async function readLanding(reader: NodeReader, at: { database: string; table: string }, cluster: string) {
  const { database, table } = at
  const [
    definitions,
    columns,
    views,
    policies,
    disks,
    cores,
    replicas,
    queries,
    members,
    quorums,
    databases,
  ] = await Promise.all([
    reader.ask(tableDefinition, { database, table }),
    reader.ask(listColumns, { database, table }),
    reader.ask(dependentViews, { database, table }),
    reader.ask(listStoragePolicies, {}),
    reader.ask(listDisks, {}),
    reader.ask(nodeCores, {}),
    reader.ask(replicaStates, { database, table }),
    reader.ask(runningQueries, {}),
    cluster === '' ? [] : reader.ask(listClusters, { cluster }),
    reader.ask(quorumSettings, {}),
    reader.ask(databaseReplicas, { database }),
  ])
  const [landing = null] = definitions
  return { landing, columns, views, policies, disks, cores, replicas, queries, members, quorums, databases }
}

type LandingFacts = Awaited<ReturnType<typeof readLanding>>

function toReplication(row: ReplicaStateRow | undefined): LoadTargetView['replicas'][number]['replication'] {
  return row
    ? {
        readOnly: row.is_readonly || row.is_session_expired,
        partsToFetch: entriesToFetch(row),
        delaySeconds: Number(row.absolute_delay),
      }
    : null
}

/** Null where a disk of it has no limit that the server knows. */
function freeOfFirstVolume({ policies, disks }: LandingFacts, policy: string): bigint | null {
  const volume = policies
    .filter((row) => row.policy_name === policy)
    .toSorted((a, b) => a.volume_priority - b.volume_priority)[0]
  return volume ? (roomOf(volume.disks, disks)?.freeBytes ?? null) : null
}

/** Where rows of a table would lie, and what takes part in loading them. */
export async function getLoadTarget(
  ctx: ServiceContext,
  given: z.input<typeof loadTargetInput>,
): Promise<LoadTargetView> {
  await authorize(ctx, 'operator')
  return observeLoadTarget(ctx, parseInput(loadTargetInput, given))
}

/** The fourth argument of a Distributed table, from `system.tables.engine_full`; empty when it has none. */
export function readShardingKey(engineFull: string): string {
  const open = engineFull.indexOf('(')
  const args: string[] = []
  let depth = 0
  let from = open + 1
  for (const match of engineFull
    .slice(open + 1)
    .matchAll(/'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|[(),[\]]/gs)) {
    const at = open + 1 + match.index
    if (match[0] === '(' || match[0] === '[') depth += 1
    else if (depth > 0 && (match[0] === ')' || match[0] === ']')) depth -= 1
    else if (depth === 0 && (match[0] === ',' || match[0] === ')')) {
      args.push(engineFull.slice(from, at).trim())
      from = at + 1
      if (match[0] === ')') break
    }
  }
  return args[3] ?? ''
}
