import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedClickhouse } from '../clickhouse/start-cluster.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { type EmbeddedPostgres, startPostgres } from '../postgres/start-postgres.ts'
import { findFreePort } from '../process/ports.ts'
import { startS3Store } from '../s3-store/index.ts'
import { printOwnPart, readForeignDatabase, readForeignStore } from './given-parts.ts'
import { guardFolder } from './guard-folder.ts'
import { openStoreProxy, type StoreInTest } from './store-proxy.ts'
import { readGivenCluster, startTestCluster, type TestCluster } from './test-cluster.ts'
import { createGivenDatabase, DATABASE_TEMPLATE } from './test-database.ts'
import { emptyPrefix, readGivenObjectStore, type TestObjectStore } from './test-object-store.ts'

export interface TestStackOptions {
  /** Default 1. 0 starts no ClickHouse. */
  readonly shards?: number
  /** Default 1. */
  readonly replicasPerShard?: number
  /**
   * A database; on the server shared by a test run it has the current schema unless it is to be empty. Default false.
   */
  readonly postgres?: boolean | 'empty'
  /** Fills in the demo tables. Default false. */
  readonly demo?: boolean
  /** Space that the local disks of every node keep free. */
  readonly hotKeepFreeSpaceBytes?: number
  /** Additional configuration for every node, by file name: the nodes are then never given ones. */
  readonly dropIns?: Readonly<Record<string, string>>
  /** Folders of such disks, which nodes could not use otherwise. */
  readonly folders?: readonly string[]
  /**
   * For tests that kill, restart or reconfigure parts: nodes and a database of their own even when others are given in
   * the environment, which is printed. A given store is used through a proxy. Default false.
   */
  readonly embeddedOnly?: boolean
  /** For tests of the embedded store itself: never another one. Default false. */
  readonly embeddedStore?: boolean
}

export interface TestStack {
  readonly dataDir: string
  readonly clickhouse: TestCluster
  readonly objectStore: TestObjectStore
  readonly postgres: { readonly url: string }
  /** The embedded parts themselves, to kill and restart; each throws when it is not ours. */
  readonly embedded: {
    readonly clickhouse: EmbeddedClickhouse
    readonly store: StoreInTest
    readonly postgres: EmbeddedPostgres
  }
  /** Ends and removes everything. */
  stop(): Promise<void>
}

const NODES = 'FROSTLINE_TEST_CLICKHOUSE_URLS'

/**
 * Real engines for one test file, in a folder of their own, started in parallel (about 1.5 s with PostgreSQL). Given
 * parts are used instead: FROSTLINE_TEST_CLICKHOUSE_URLS, FROSTLINE_TEST_S3_*, DATABASE_URL.
 */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const env: Readonly<Record<string, string | undefined>> = options.embeddedOnly ? {} : process.env
  const topology = { shards: options.shards ?? 1, replicasPerShard: options.replicasPerShard ?? 1 }
  const run = `frostline_test_${randomBytes(6).toString('hex')}`
  const dataDir = await mkdtemp(join(tmpdir(), 'frostline-stack-'))
  const unguard = guardFolder(dataDir)
  const endings: (() => Promise<unknown>)[] = []
  const foreignStore = options.embeddedOnly && !options.embeddedStore ? readForeignStore(process.env) : null
  const door = foreignStore && (await openStoreProxy(foreignStore))
  const stop = async () => {
    unguard()
    const ends = await Promise.allSettled(endings.splice(0).map((end) => end()))
    // A bucket can be removed when no node writes to it any more.
    ends.push(...(await Promise.allSettled([door?.stop()])))
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  const givenStore = readGivenObjectStore(env, run)
  if (options.embeddedOnly) {
    printOwnPart(NODES, process.env.FROSTLINE_TEST_CLICKHOUSE_URLS, 'nodes are changed or stopped')
    if (options.postgres)
      printOwnPart('DATABASE_URL', readForeignDatabase(process.env), 'the database may be stopped')
    if (options.embeddedStore)
      printOwnPart(
        'FROSTLINE_TEST_S3_ENDPOINT',
        readForeignStore(process.env),
        'the embedded store itself is tested',
      )
  }
  const objectStore =
    givenStore ??
    (foreignStore && door
      ? { ...foreignStore, endpoint: door.endpoint, keyPrefix: run }
      : await describeEmbeddedStore(run))
  if (givenStore) endings.push(() => emptyPrefix(givenStore))

  async function startStore(): Promise<StoreInTest | null> {
    if (givenStore) return null
    if (door) return door
    const handle = await startS3Store({
      dataDir: join(dataDir, 's3'),
      port: Number(new URL(objectStore.endpoint).port),
      accessKeyId: objectStore.accessKeyId,
      secretAccessKey: objectStore.secretAccessKey,
      buckets: [objectStore.bucket],
      logFile: join(dataDir, 's3.log'),
    })
    endings.push(() => handle.stop())
    return handle
  }

  async function startCluster(): Promise<EmbeddedClickhouse | TestCluster | null> {
    if (topology.shards === 0) return null
    if (options.dropIns === undefined) {
      const given = readGivenCluster(env, topology)
      if (given) return given
    } else
      printOwnPart(NODES, env.FROSTLINE_TEST_CLICKHOUSE_URLS, 'its nodes have a configuration of their own')
    const cluster = await startTestCluster({
      ...topology,
      dataDir: join(dataDir, 'clickhouse'),
      objectStore,
      keyPrefix: objectStore.keyPrefix,
      ...(options.hotKeepFreeSpaceBytes === undefined
        ? {}
        : { hotKeepFreeSpaceBytes: options.hotKeepFreeSpaceBytes }),
      ...(options.dropIns === undefined ? {} : { dropIns: options.dropIns }),
      ...(options.folders === undefined ? {} : { folders: options.folders }),
    })
    // The data is discarded: no need for a graceful stop, which takes 2 s.
    endings.push(() => Promise.all(cluster.nodes.map((node) => node.kill())))
    return cluster
  }

  async function startDatabase(): Promise<EmbeddedPostgres | { url: string } | null> {
    if (!options.postgres) return null
    if (env.DATABASE_URL) {
      const given = await createGivenDatabase(
        env.DATABASE_URL,
        run,
        options.postgres === 'empty' ? undefined : env[DATABASE_TEMPLATE],
      )
      endings.push(() => given.drop())
      return { url: given.url }
    }
    const server = await startPostgres({ dataDir: join(dataDir, 'postgres'), database: 'frostline' })
    endings.push(() => server.stop())
    return server
  }

  try {
    const [store, clickhouse, postgres] = await allStarted([startStore(), startCluster(), startDatabase()])
    if (options.demo && clickhouse)
      await seedDemo({ cluster: clickhouse, source: objectStore, tripsPerShard: 100_000 })
    return {
      dataDir,
      objectStore,
      get clickhouse() {
        return clickhouse ?? absent('ClickHouse', 'shards: 1')
      },
      get postgres() {
        return postgres ?? absent('PostgreSQL', 'postgres: true')
      },
      embedded: {
        get clickhouse() {
          return clickhouse && 'stop' in clickhouse
            ? clickhouse
            : absent('embedded ClickHouse', 'embeddedOnly: true')
        },
        get store() {
          return store ?? absent('embedded S3 store', 'embeddedOnly: true')
        },
        get postgres() {
          return postgres && 'stop' in postgres
            ? postgres
            : absent('embedded PostgreSQL', 'embeddedOnly: true')
        },
      },
      stop,
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** Waits for every start, even after one failed: its part must be known before the stack is torn down. */
async function allStarted<T extends readonly unknown[]>(
  starts: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  await Promise.allSettled(starts)
  return (await Promise.all(starts)) as unknown as T
}

async function describeEmbeddedStore(keyPrefix: string): Promise<TestObjectStore> {
  return {
    endpoint: `http://127.0.0.1:${await findFreePort()}`,
    bucket: 'frostline-test',
    accessKeyId: 'test-key',
    secretAccessKey: randomBytes(16).toString('hex'),
    region: 'us-east-1',
    keyPrefix,
  }
}

function absent(part: string, option: string): never {
  throw new Error(`This test stack has no ${part}: start it with { ${option} }.`)
}
