import { join } from 'node:path'
import { startClickhouseCluster } from '../clickhouse/start-cluster.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { sharedDatabaseSettings } from './share-parts.ts'

export interface GivenStore {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/**
 * A database server and nodes that no test has started, with the variables by which a person gives them and a store to
 * a test run.
 *
 * @param store has the buckets `nodes` and `frostline-test`
 */
export async function startGivenParts(
  dataDir: string,
  { shards, store }: { shards: number; store: GivenStore },
) {
  const { endpoint, accessKeyId, secretAccessKey } = store
  const [postgres, cluster] = await Promise.all([
    startPostgres({
      dataDir: join(dataDir, 'postgres'),
      database: 'frostline',
      settings: sharedDatabaseSettings,
    }),
    startClickhouseCluster({
      ...{ dataDir: join(dataDir, 'clickhouse'), shards },
      objectStore: { endpoint, bucket: 'nodes', accessKeyId, secretAccessKey },
    }),
  ])
  const { admin, frostline } = cluster.users
  return {
    ...{ postgres, cluster },
    env: {
      // Each lab makes a database of its own.
      DATABASE_URL: postgres.superuserUrl,
      FROSTLINE_TEST_S3_ENDPOINT: endpoint,
      FROSTLINE_TEST_S3_ACCESS_KEY_ID: accessKeyId,
      FROSTLINE_TEST_S3_SECRET_ACCESS_KEY: secretAccessKey,
      FROSTLINE_TEST_CLICKHOUSE_URLS: cluster.nodes.map(({ httpUrl }) => httpUrl).join(','),
      FROSTLINE_TEST_CLICKHOUSE_BUCKET: 'nodes',
      FROSTLINE_TEST_CLICKHOUSE_ADMIN_PASSWORD: admin.password,
      FROSTLINE_TEST_CLICKHOUSE_PASSWORD: frostline.password,
    },
    async stop(): Promise<void> {
      await Promise.all([...cluster.nodes.map((node) => node.kill()), postgres.stop()])
    },
  }
}
