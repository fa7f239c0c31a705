import type { TableRef } from '@frostline/clickhouse'
import {
  type DiskRow,
  databaseReplicas,
  listColumns,
  listDisks,
  listStoragePolicies,
  type PendingMutationRow,
  parseColumnTtls,
  parseEngineSettings,
  parseTableTtl,
  pendingMutations,
  type ReplicaStateRow,
  replicaStates,
  type StoragePolicyRow,
  sameStorage,
  type TtlPartRow,
  tableDefinition,
  tierOfDisk,
  ttlColumnParts,
  ttlParts,
  ttlTableDefaults,
} from '@frostline/clickhouse'
import type { StoragePolicy } from '@frostline/domain'
import { ServiceError } from '../../platform/base/service-error.ts'
import { databaseGroupOf } from '../../platform/reading/database-group.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { toPolicy } from '../tier-migration/to-domain.ts'

/** What one node has of a table, as TTL rules need it. */
export interface TtlObservation {
  engine: string
  partitionKey: string
  /** In the server's spelling; empty for none. */
  ttl: string
  /** In effect for the table: its own, or those of the server. */
  settings: Readonly<Record<string, string>>
  policy: StoragePolicy
  policyRows: readonly StoragePolicyRow[]
  disks: readonly DiskRow[]
  parts: readonly TtlPartRow[]
  mutations: readonly PendingMutationRow[]
  /** Null for a table that is not replicated. */
  replica: ReplicaStateRow | null
  /** The Replicated database that replicates statements; null outside of one. */
  databaseGroup: string | null
}

/** A column with a TTL of its own, and what its parts know of it. */
interface ColumnTtl {
  name: string
  type: string
  expression: string
  /** Its value after expiry; null: the default of its type. */
  fallback: string | null
}

/** What is needed to count the losses, in addition to what is always observed. */
export interface ColumnTtls {
  /** Of all columns; empty if no column has a TTL. */
  names: readonly string[]
  columns: readonly ColumnTtl[]
  byPart: ReadonlyMap<string, ReadonlyMap<string, { lastMs: number | null; bytes: bigint }>>
}

/** Null where the table does not exist. */
export async function observeTableTtl(reader: NodeReader, at: TableRef): Promise<TtlObservation | null> {
  const [definitions, policyRows, disks, parts, mutations, defaults, replicas, databases] = await Promise.all(
    [
      reader.ask(tableDefinition, at),
      reader.ask(listStoragePolicies, {}),
      reader.ask(listDisks, {}),
      reader.ask(ttlParts, at),
      reader.ask(pendingMutations, at),
      reader.ask(ttlTableDefaults, {}),
      reader.ask(replicaStates, at),
      reader.ask(databaseReplicas, { database: at.database }),
    ],
  )
  const [definition] = definitions
  if (!definition) return null
  const { engine, engine_full, partition_key, storage_policy } = definition
  const policy = toPolicy(policyRows, storage_policy) ?? { name: storage_policy, volumes: [] }
  return {
    engine,
    partitionKey: partition_key,
    ttl: hasTtl(engine) ? parseTableTtl(engine_full) : '',
    settings: {
      ...Object.fromEntries(defaults.map(({ name, value }) => [name, value])),
      ...parseEngineSettings(engine_full),
    },
    policy,
    policyRows: policyRows.filter((row) => row.policy_name === storage_policy),
    disks,
    parts: parts.map((part) => ({ ...part, disk_name: nameInPolicy(part.disk_name, policy, disks) })),
    mutations,
    replica: replicas[0] ?? null,
    databaseGroup: databaseGroupOf(databases),
  }
}

/** TTLs of single columns: MATERIALIZE TTL and every merge apply them together with the table's TTL. */
export async function observeColumnTtls(reader: NodeReader, at: TableRef): Promise<ColumnTtls> {
  const [definition] = await reader.ask(tableDefinition, at)
  const ttls = parseColumnTtls(definition?.create_table_query ?? '')
  if (ttls.size === 0) return { names: [], columns: [], byPart: new Map() }
  const [rows, parts] = await Promise.all([
    reader.ask(listColumns, at),
    reader.ask(ttlColumnParts, { ...at, columns: [...ttls.keys()] }),
  ])
  const byPart = new Map<string, Map<string, { lastMs: number | null; bytes: bigint }>>()
  for (const { part, column, last, bytes } of parts) {
    const known = byPart.get(part) ?? new Map()
    byPart.set(part, known.set(column, { lastMs: last?.getTime() ?? null, bytes }))
  }
  const columns = rows.flatMap(({ name, type, default_expression }) => {
    const expression = ttls.get(name)
    return expression === undefined
      ? []
      : [{ name, type, expression, fallback: default_expression === '' ? null : default_expression }]
  })
  return { names: rows.map(({ name }) => name), columns, byPart }
}

export function hasTtl(engine: string): boolean {
  return engine.endsWith('MergeTree')
}

export function refuseWithoutTtl(at: TableRef, engine: string): void {
  if (hasTtl(engine)) return
  throw new ServiceError(
    'invalid',
    `${at.database}.${at.table} has the engine ${engine}, which has no TTL.`,
    {
      hint: 'Choose the local MergeTree table behind it.',
    },
  )
}

/** Older servers give a part the name of the store under a cache, where the policy names the cache. */
function nameInPolicy(disk: string, policy: StoragePolicy, disks: readonly DiskRow[]): string {
  const named = policy.volumes.flatMap((volume) => volume.disks)
  if (named.includes(disk)) return disk
  const aliases = sameStorage(disk, disks)
  return named.find((name) => aliases.has(name)) ?? disk
}

export function isRemoteDisk(disks: readonly DiskRow[], name: string): boolean {
  const disk = disks.find((row) => row.name === name)
  return disk !== undefined && tierOfDisk(disk) === 'object-storage'
}
