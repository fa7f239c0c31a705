import {
  listDisks,
  parseEngineSettings,
  type ReplicaPathRow,
  replicaStates,
  type ZeroCopySettingsRow,
  zeroCopySettings,
} from '@frostline/clickhouse'
import type { SharingReplica, SharingSettings } from '@frostline/domain'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import type { NodeReading } from '../../platform/reading/read-cluster.ts'
import { tableKey } from '../../platform/reading/table-sizes.ts'

/** What a node knows of replicated tables without Keeper. */
export async function readSharing(reader: NodeReader, at: { database?: string; table?: string } = {}) {
  const [settings, states, disks] = await Promise.all([
    reader.ask(zeroCopySettings, at),
    reader.ask(replicaStates, at),
    reader.ask(listDisks, {}),
  ])
  return { settings, states, disks }
}
export type NodeSharing = Awaited<ReturnType<typeof readSharing>>

/** One table on one node. */
export interface SharingTable extends SharingReplica, SharingSettings {
  database: string
  table: string
  shard: number
  storagePolicy: string
  /** The path of the table in Keeper, and which Keeper. */
  keeperPath: string
  zookeeper: string
  /** It can query Keeper. */
  session: boolean
  readOnly: boolean
}

export function listSharingTables(readings: readonly NodeReading<NodeSharing>[]): SharingTable[] {
  return readings.flatMap(({ node, value }) => {
    const states = new Map(value.states.map((row) => [tableKey(row.database, row.table), row]))
    return value.settings.flatMap((row) => {
      const state = states.get(tableKey(row.database, row.table))
      if (!state) return []
      const { database, table, uuid, storage_policy: storagePolicy } = row
      return [
        {
          ...{ node: node.name, shard: node.shard, database, table, uuid, storagePolicy, ...sharingOf(row) },
          ...{ replica: state.replica_name, keeperPath: state.zookeeper_path, set: setOf(state) },
          ...{ zookeeper: state.zookeeper_name, session: !state.is_session_expired },
          readOnly: state.is_readonly,
        },
      ]
    })
  })
}

/** In effect on the node: table settings override those of the server. */
export function sharingOf(row: ZeroCopySettingsRow): { enabled: boolean; lockPath: string } {
  const own = parseEngineSettings(row.engine_full)
  const flag = own.allow_remote_fs_zero_copy_replication ?? row.default_enabled
  return {
    enabled: flag === '1' || flag === 'true',
    lockPath: own.remote_fs_zero_copy_zookeeper_path ?? row.default_path,
  }
}

function setOf({ zookeeper_name, zookeeper_path }: ReplicaPathRow): string {
  return `${zookeeper_name}:${zookeeper_path}`
}
