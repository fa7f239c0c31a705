import { type StorageOptions, storageConfiguration } from './storage-config.ts'
import { renderXml, type XmlValue } from './xml.ts'

export interface ClusterMember {
  readonly shard: number
  readonly replica: number
  readonly tcpPort: number
}

export interface NodeConfig {
  readonly name: string
  readonly shard: number
  readonly replica: number
  readonly clusterName: string
  /** Shared by the nodes of a cluster: a distributed query runs on each as the user who sent it. */
  readonly secret: string
  readonly members: readonly ClusterMember[]
  readonly usersFile: string
  readonly storage: StorageOptions
  readonly logFlushIntervalMs: number
}

/** Authenticates `default` for the engine: login-gate.mjs. */
export const LOGIN_GATE = 'login_gate'

const loginGate = {
  uri: { '@from_env': 'FROSTLINE_LOGIN_GATE' },
  connection_timeout_ms: 5000,
  receive_timeout_ms: 5000,
  send_timeout_ms: 5000,
  max_tries: 1,
}

/** Each log costs its flushes, about 0.5 % of a core with one a second; metric_log and text_log would cost 20 %. */
const LOG_TABLES = ['query_log', 'part_log', 'blob_storage_log', 'filesystem_cache_log', 'error_log']

function logSections(flushIntervalMs: number): Record<string, XmlValue> {
  return Object.fromEntries(
    LOG_TABLES.map((table) => [
      table,
      {
        database: 'system',
        table,
        partition_by: 'toYYYYMM(event_date)',
        ttl: 'event_date + INTERVAL 30 DAY',
        flush_interval_milliseconds: flushIntervalMs,
      },
    ]),
  )
}

function remoteServers(config: NodeConfig): XmlValue {
  const shards = [...new Set(config.members.map((member) => member.shard))].sort((a, b) => a - b)
  return {
    [config.clusterName]: {
      secret: config.secret,
      shard: shards.map((shard) => {
        const replicas = config.members.filter((member) => member.shard === shard)
        return {
          // Replicated tables are not available in this mode: Distributed writes to every replica itself.
          internal_replication: replicas.length > 1 ? 'false' : 'true',
          replica: replicas.map((member) => ({ host: '127.0.0.1', port: member.tcpPort })),
        }
      }),
    },
  }
}

/** config.xml of a node. */
export function renderNodeConfig(config: NodeConfig): string {
  return renderXml('clickhouse', {
    display_name: config.name,
    users_config: config.usersFile,
    http_authentication_servers: { [LOGIN_GATE]: loginGate },
    logger: { size: '10M', count: 3 },
    macros: { shard: config.shard, replica: config.replica, cluster: config.clusterName },
    remote_servers: remoteServers(config),
    storage_configuration: storageConfiguration(config.storage),
    // With the defaults of this mode (2 and 1) one long merge or move blocks everything behind it.
    background_pool_size: 4,
    background_move_pool_size: 2,
    mark_cache_size: 268_435_456,
    // With the default of 2 threads one slow task (a store that is down) delays all others, and logs so several times a
    // second.
    background_schedule_pool_size: 16,
    // The default of 50 ms is for servers that fill their memory, and costs 1 % of a core.
    memory_worker_period_ms: 1000,
    total_memory_profiler_step: 0,
    // A stop waits up to 5 s for idle keep-alive connections, then is no longer graceful.
    keep_alive_timeout: 3,
    max_server_memory_usage: 4_294_967_296,
    // MODIFY SETTING, DETACH and the like on Atomic tables return when the table is really gone.
    database_atomic_delay_before_drop_table_sec: 0,
    ...logSections(config.logFlushIntervalMs),
  })
}
