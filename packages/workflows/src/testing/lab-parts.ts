import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  type EmbeddedClickhouse,
  type EmbeddedClickhouseNode,
  type EmbeddedPostgres,
  startClickhouseCluster,
  startPostgres,
  startS3Store,
} from '@frostline/embedded'
import {
  createGivenDatabase,
  DATABASE_TEMPLATE,
  openStoreProxy,
  printOwnPart,
  queryNode,
  readForeignDatabase,
  readForeignStore,
  readGivenCluster,
  type StoreInTest,
  type TestCluster,
  testLogFlushIntervalMs,
} from '@frostline/embedded/testing'

const BUCKET = 'frostline-lab'

export interface LabOptions {
  readonly shards: number
  readonly replicasPerShard?: number
  /** Cache size of each node. Omitted: 512 MiB. */
  readonly cacheSizeBytes?: number
  /** Additional configuration of each node, by file name. */
  readonly dropIns?: Readonly<Record<string, string>>
  /**
   * Why these parts must be started by the lab even where others are given, as the end of a sentence: "it kills nodes".
   * Given parts cannot be killed, restarted or reconfigured, and an attempt says so.
   */
  readonly own?: { readonly nodes?: string; readonly database?: string }
  /** Whether the tests read the objects of cold disks in the bucket. */
  readonly looksIntoBucket?: boolean
}

/** Programs that measure and kill start parts of their own; so does a test run without given parts. */
function readEnv(): Readonly<Record<string, string | undefined>> {
  return process.env.VITEST ? process.env : {}
}

export interface LabDatabase extends Pick<EmbeddedPostgres, 'url' | 'kill' | 'restart'> {
  stop(): Promise<void>
}

/**
 * A database on the given server or on the one shared by the test run: a server of its own costs a lab 3 s of CPU time.
 */
export async function openLabDatabase(dataDir: string, options: LabOptions): Promise<LabDatabase> {
  const given = readEnv().DATABASE_URL
  const reason = options.own?.database
  if (reason !== undefined) printOwnPart('DATABASE_URL', readForeignDatabase(readEnv()), reason)
  if (!given || reason !== undefined)
    return startPostgres({ dataDir: join(dataDir, 'postgres'), database: 'frostline' })
  const { url, drop } = await createGivenDatabase(
    given,
    `frostline_lab_${randomBytes(6).toString('hex')}`,
    readEnv()[DATABASE_TEMPLATE],
  )
  const refuse = refuseFor('DATABASE_URL', 'database')
  return { url, stop: drop, kill: refuse, restart: refuse }
}

export interface LabStore {
  readonly store: StoreInTest
  readonly bucket: string
  readonly ours: boolean
}

/** Our store, or a proxy in front of the given one: both can be slowed down and taken down. */
export async function openLabStore(dataDir: string): Promise<LabStore> {
  const given = readForeignStore(readEnv())
  if (given) return { store: await openStoreProxy(given), bucket: given.bucket, ours: false }
  const store = await startS3Store({
    dataDir: join(dataDir, 's3'),
    accessKeyId: randomBytes(8).toString('hex'),
    secretAccessKey: randomBytes(20).toString('hex'),
    buckets: [BUCKET],
  })
  return { store, bucket: BUCKET, ours: true }
}

export interface LabNodes extends EmbeddedClickhouse {
  /** Whether they were started for this lab. */
  readonly ours: boolean
  /** Bucket of their cold disks, each node's objects below `demo/<node>/`. */
  readonly bucket: string
}

export async function openLabNodes(
  dataDir: string,
  { store, bucket }: LabStore,
  options: LabOptions,
): Promise<LabNodes> {
  const given = await findGivenNodes(options)
  if (given) return given
  const { endpoint, accessKeyId, secretAccessKey } = store
  const { shards, replicasPerShard = 1, cacheSizeBytes, dropIns } = options
  const cluster = await startClickhouseCluster({
    ...{ dataDir: join(dataDir, 'clickhouse'), shards, replicasPerShard },
    ...(cacheSizeBytes === undefined ? {} : { cacheSizeBytes }),
    ...(dropIns === undefined ? {} : { dropIns }),
    objectStore: { endpoint, bucket, accessKeyId, secretAccessKey },
    logFlushIntervalMs: testLogFlushIntervalMs,
  })
  return { ...cluster, ours: true, bucket }
}

async function findGivenNodes(options: LabOptions): Promise<LabNodes | null> {
  const env = readEnv()
  const urls = env.FROSTLINE_TEST_CLICKHOUSE_URLS
  if (!urls) return null
  const reason = options.own?.nodes ?? (await findMismatch(urls, options))
  if (reason !== null) {
    printOwnPart('FROSTLINE_TEST_CLICKHOUSE_URLS', urls, reason)
    return null
  }
  const cluster = readGivenCluster(env, {
    shards: options.shards,
    replicasPerShard: options.replicasPerShard ?? 1,
  })
  return cluster && asLabNodes(cluster, env.FROSTLINE_TEST_CLICKHOUSE_BUCKET ?? '')
}

/** Why given nodes do not suit a lab; null when they do. */
async function findMismatch(urls: string, options: LabOptions): Promise<string | null> {
  const env = readEnv()
  if (options.dropIns || options.cacheSizeBytes !== undefined)
    return 'its nodes have a configuration of their own'
  if (options.looksIntoBucket && !(env.FROSTLINE_TEST_CLICKHOUSE_BUCKET && readForeignStore(env)))
    return 'it looks into the bucket of the nodes, which takes FROSTLINE_TEST_CLICKHOUSE_BUCKET and FROSTLINE_TEST_S3_*'
  const { shards, replicasPerShard = 1 } = options
  const first = readGivenCluster(env, { shards: 1, replicasPerShard: 1 })
  const node = first?.nodes[0]
  if (!first || !node) return null
  const [shape] = await queryNode<{ shards: number; replicas: number }>(
    node.httpUrl,
    first.users.admin,
    `SELECT uniqExact(shard_num)::UInt32 AS shards, uniqExact(replica_num)::UInt32 AS replicas
     FROM system.clusters WHERE cluster = {cluster: String}`,
    { parameters: { cluster: first.clusterName } },
  )
  if (shape?.shards === shards && shape.replicas === replicasPerShard) return null
  return (
    `it needs ${shards} × ${replicasPerShard} nodes (shards × replicas), and cluster ${first.clusterName} of ` +
    `${urls.split(',')[0]} has ${shape?.shards} × ${shape?.replicas}`
  )
}

function asLabNodes(cluster: TestCluster, bucket: string): LabNodes {
  const refuse = refuseFor('FROSTLINE_TEST_CLICKHOUSE_URLS', 'nodes')
  const nodes = cluster.nodes.map((node): EmbeddedClickhouseNode => {
    const { port } = new URL(node.httpUrl)
    return {
      ...node,
      ...{
        httpPort: Number(port),
        tcpPort: 0,
        pid: null,
        dataDir: '',
        configFile: '',
        configFolder: '',
        logFile: '',
      },
      ...{ start: refuse, stop: refuse, kill: refuse, restart: refuse, onExit: () => undefined },
    }
  })
  return {
    ...{ clusterName: cluster.clusterName, users: cluster.users, nodes, down: [], ours: false, bucket },
    setDropIn: () => void refuse(),
    stop: async () => undefined,
  }
}

function refuseFor(variable: string, part: keyof NonNullable<LabOptions['own']>) {
  return async (): Promise<never> => {
    throw new Error(
      `What ${variable} gives is not ours to change: open the lab with { own: { ${part}: … } }.`,
    )
  }
}
