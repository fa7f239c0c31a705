import {
  databaseReplicas,
  listDisks,
  listStoragePolicies,
  type StoragePolicyRow,
  tableDiskSizes,
  tableIdentity,
  volumeOfDisk,
} from '@frostline/clickhouse'
import type { DiskRoom, StoragePolicy } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { databaseGroupOf } from '../../platform/reading/database-group.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { type ClusterReading, readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { toDiskView } from '../../platform/reading/to-disk.ts'
import { toPolicy } from '../tier-migration/to-domain.ts'

/** One node that has the table. */
export interface ObservedTablePolicy {
  node: ConnectedNode
  /** The Replicated database that replicates the change; null: it is sent to each node. */
  databaseGroup: string | null
  from: StoragePolicy
  policies: ReadonlyMap<string, StoragePolicy>
  rooms: DiskRoom[]
  /** Bytes of the table by disk. */
  held: ReadonlyMap<string, bigint>
  /** The same by volume of the policy; data on a disk outside of all volumes is listed under the disk's name. */
  heldByVolume: ReadonlyMap<string, bigint>
}

export interface TablePolicyReading {
  reading: ClusterReading<unknown>
  present: ObservedTablePolicy[]
  absentFrom: string[]
}

/**
 * The policy of a table on every node that has it, with everything that a change depends on.
 * @throws ServiceError `not_found`, `unreachable`, `invalid` for an engine without parts.
 */
export async function observeTablePolicy(
  ctx: ServiceContext,
  input: { cluster: string; database: string; table: string; fresh: boolean },
): Promise<TablePolicyReading> {
  const at = { database: input.database, table: input.table }
  const reading = await readCluster(ctx, input, (reader) => readNode(reader, at))
  const present = requireTable(reading, at).map(({ node, value }) => {
    if (!value.table.engine.endsWith('MergeTree'))
      throw new ServiceError(
        'invalid',
        `${at.database}.${at.table} has the engine ${value.table.engine}, which has no storage policy.`,
        { hint: 'Choose the local MergeTree table behind it.' },
      )
    const { storage_policy: name } = value.table
    const policies = toPolicies(value.policies)
    const from = policies.get(name) ?? { name, volumes: [] }
    const heldByVolume = new Map(from.volumes.map((volume) => [volume.name, 0n]))
    for (const { disk_name, active_bytes } of value.sizes) {
      const volume = volumeOfDisk(name, disk_name, value.policies, value.disks) ?? disk_name
      heldByVolume.set(volume, (heldByVolume.get(volume) ?? 0n) + active_bytes)
    }
    return {
      node,
      databaseGroup: value.databaseGroup,
      from,
      heldByVolume,
      policies,
      rooms: value.disks.map((row) => {
        const { totalBytes, unreservedBytes } = toDiskView(row, value.disks)
        return { name: row.name, totalBytes, unreservedBytes }
      }),
      held: new Map(value.sizes.map((row) => [row.disk_name, row.active_bytes])),
    }
  })
  return {
    reading,
    present,
    absentFrom: reading.readings.filter(({ value }) => value === null).map(({ node }) => node.name),
  }
}

async function readNode(reader: NodeReader, at: { database: string; table: string }) {
  const [tables, policies, disks, sizes, databases] = await Promise.all([
    reader.ask(tableIdentity, at),
    reader.ask(listStoragePolicies, {}),
    reader.ask(listDisks, {}),
    reader.ask(tableDiskSizes, { ...at, include_system: true }),
    reader.ask(databaseReplicas, { database: at.database }),
  ])
  const [table] = tables
  return table ? { table, policies, disks, sizes, databaseGroup: databaseGroupOf(databases) } : null
}

function toPolicies(rows: readonly StoragePolicyRow[]): Map<string, StoragePolicy> {
  const names = new Set(rows.map((row) => row.policy_name))
  return new Map(
    [...names].flatMap((name) => {
      const policy = toPolicy(rows, name)
      return policy ? [[name, policy]] : []
    }),
  )
}
