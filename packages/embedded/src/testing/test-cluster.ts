import {
  type Credentials,
  type EmbeddedClickhouse,
  startClickhouseCluster,
} from '../clickhouse/start-cluster.ts'
import type { ObjectStoreAccess } from '../clickhouse/storage-config.ts'

export interface TestNode {
  readonly name: string
  readonly shard: number
  readonly replica: number
  readonly httpUrl: string
}

export interface TestCluster {
  readonly clusterName: string
  readonly nodes: readonly TestNode[]
  readonly users: { readonly admin: Credentials; readonly frostline: Credentials }
}

export interface TestClusterOptions {
  readonly dataDir: string
  readonly shards: number
  readonly replicasPerShard: number
  readonly objectStore: ObjectStoreAccess
  readonly keyPrefix: string
  readonly hotKeepFreeSpaceBytes?: number
  readonly dropIns?: Readonly<Record<string, string>>
  readonly folders?: readonly string[]
}

/**
 * The cluster of FROSTLINE_TEST_CLICKHOUSE_URLS: comma-separated addresses, replicas of a shard next to each other,
 * configured like the compose file in `docker/`. With FROSTLINE_TEST_CLICKHOUSE_CLUSTER (default `demo`),
 * FROSTLINE_TEST_CLICKHOUSE_ADMIN_USER and _ADMIN_PASSWORD, and FROSTLINE_TEST_CLICKHOUSE_USER and _PASSWORD for the
 * product's account. `null` when it is not set.
 */
export function readGivenCluster(
  env: Readonly<Record<string, string | undefined>>,
  topology: { readonly shards: number; readonly replicasPerShard: number },
): TestCluster | null {
  const text = env.FROSTLINE_TEST_CLICKHOUSE_URLS
  if (!text) return null
  const urls = text.split(',').map((url) => url.trim().replace(/\/$/, ''))
  const wanted = topology.shards * topology.replicasPerShard
  if (urls.length < wanted) {
    throw new Error(
      `FROSTLINE_TEST_CLICKHOUSE_URLS names ${urls.length} nodes, this test needs ${wanted} ` +
        `(${topology.shards} shards of ${topology.replicasPerShard}).`,
    )
  }
  return {
    clusterName: env.FROSTLINE_TEST_CLICKHOUSE_CLUSTER ?? 'demo',
    nodes: urls.slice(0, wanted).map((httpUrl, index) => {
      const shard = Math.floor(index / topology.replicasPerShard) + 1
      const replica = (index % topology.replicasPerShard) + 1
      return { name: `shard-${shard}-replica-${replica}`, shard, replica, httpUrl }
    }),
    users: {
      admin: {
        username: env.FROSTLINE_TEST_CLICKHOUSE_ADMIN_USER ?? 'admin',
        password: env.FROSTLINE_TEST_CLICKHOUSE_ADMIN_PASSWORD ?? '',
      },
      frostline: {
        username: env.FROSTLINE_TEST_CLICKHOUSE_USER ?? 'frostline',
        password: env.FROSTLINE_TEST_CLICKHOUSE_PASSWORD ?? '',
      },
    },
  }
}

/** Writing the logs each second took a tenth of the CPU time of busy nodes. Tests flush them or wait for a row. */
export const testLogFlushIntervalMs = 2500

export async function startTestCluster(options: TestClusterOptions): Promise<EmbeddedClickhouse> {
  return startClickhouseCluster({
    ...options,
    cacheSizeBytes: 134_217_728,
    logFlushIntervalMs: testLogFlushIntervalMs,
  })
}
