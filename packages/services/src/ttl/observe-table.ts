import {
  type DiskRow,
  listDisks,
  listStoragePolicies,
  type PendingMutationRow,
  parseEngineSettings,
  parseTableTtl,
  pendingMutations,
  type StoragePolicyRow,
  sameStorage,
  type TtlPartRow,
  tableDefinition,
  tierOfDisk,
  ttlParts,
} from '@frostline/clickhouse'
import type { StoragePolicy } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'
import type { NodeReader } from '../reading/node-reader.ts'
import { toPolicy } from '../tier-migration/to-domain.ts'

export interface TableAt {
  database: string
  table: string
}

/** What one node has of a table, as far as its TTL goes. */
export interface TtlObservation {
  engine: string
  partitionKey: string
  /** In the server's spelling; empty for none. */
  ttl: string
  settings: Readonly<Record<string, string>>
  policy: StoragePolicy
  policyRows: readonly StoragePolicyRow[]
  disks: readonly DiskRow[]
  parts: readonly TtlPartRow[]
  mutations: readonly PendingMutationRow[]
}

/** Null where the table does not exist. */
export async function observeTableTtl(reader: NodeReader, at: TableAt): Promise<TtlObservation | null> {
  const [definitions, policyRows, disks, parts, mutations] = await Promise.all([
    reader.ask(tableDefinition, at),
    reader.ask(listStoragePolicies, {}),
    reader.ask(listDisks, {}),
    reader.ask(ttlParts, at),
    reader.ask(pendingMutations, at),
  ])
  const [definition] = definitions
  if (!definition) return null
  const { engine, engine_full, partition_key, storage_policy } = definition
  const policy = toPolicy(policyRows, storage_policy) ?? { name: storage_policy, volumes: [] }
  return {
    engine,
    partitionKey: partition_key,
    ttl: hasTtl(engine) ? parseTableTtl(engine_full) : '',
    settings: parseEngineSettings(engine_full),
    policy,
    policyRows: policyRows.filter((row) => row.policy_name === storage_policy),
    disks,
    parts: parts.map((part) => ({ ...part, disk_name: nameInPolicy(part.disk_name, policy, disks) })),
    mutations,
  }
}

export function hasTtl(engine: string): boolean {
  return engine.endsWith('MergeTree')
}

export function refuseWithoutTtl(at: TableAt, engine: string): void {
  if (hasTtl(engine)) return
  throw new ServiceError(
    'invalid',
    `${at.database}.${at.table} has the engine ${engine}, which has no TTL.`,
    {
      hint: 'Choose the local MergeTree table under it.',
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
