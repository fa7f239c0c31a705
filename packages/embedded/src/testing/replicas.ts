import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Credentials } from '../clickhouse/start-cluster.ts'
import type { ObjectStoreAccess } from '../clickhouse/storage-config.ts'
import type { TestCluster, TestNode } from './test-cluster.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The servers for tests on replicas: the lab that the run has started, or a cluster given by a person. */
export interface Replicas extends TestCluster {
  /** Where the cold disks of the nodes are; null if not given. */
  readonly store: (ObjectStoreAccess & { readonly region: string }) | null
  /** Parts can be killed and started: nodes by name, `zookeeper`, `store`. Null where they are not ours. */
  readonly parts: ReplicaParts | null
}

export interface ReplicaParts {
  /** SIGKILL. */
  kill(part: string): Promise<void>
  /** Returns when the part responds. */
  start(part: string): Promise<void>
  /** Starts nodes that have ended by themselves. False if this node was killed with `kill`. */
  keepUp(node: string): Promise<boolean>
  /** SIGSTOP to ZooKeeper: it accepts connections and answers nothing. */
  freezeKeeper(): Promise<void>
  thawKeeper(): Promise<void>
  /** Starts what was killed or has ended, thaws what was frozen, and stops watching the nodes. */
  startAll(): Promise<void>
}

export async function openReplicas(env: Environment = process.env): Promise<Replicas> {
  if (env.FROSTLINE_TEST_REPLICATED_URLS) return readGivenReplicas(env)
  const dir = findLabFolder(env)
  const { FROSTLINE_REPLICATED_LAB: lab } = env
  if (!dir || !lab) throw new Error('The lab of replicas is not up: run this test with --project replicated.')
  const { nodes, users, clusterName, s3 } = await readEndpoints(dir)
  return {
    clusterName,
    users,
    nodes: nodes.map(({ name, shard, replica, httpUrl }) => ({ name, shard, replica, httpUrl })),
    store: s3,
    parts: holdParts(join(lab, 'lab.mjs'), dir),
  }
}

/** The folder of this worker's lab; null where none was started. There are as many labs as test workers. */
export function findLabFolder(env: Environment = process.env): string | null {
  const folders = env.FROSTLINE_TEST_REPLICATED_DIR?.split(delimiter) ?? []
  return folders[(Number(env.VITEST_POOL_ID ?? 1) - 1) % folders.length] ?? null
}

const readEndpoints = async (dir: string) =>
  JSON.parse(await readFile(join(dir, 'endpoints.json'), 'utf8')) as LabEndpoints

interface LabEndpoints {
  readonly nodes: readonly TestNode[]
  readonly users: { readonly admin: Credentials; readonly frostline: Credentials }
  readonly clusterName: string
  readonly s3: ObjectStoreAccess & { readonly region: string }
  readonly zookeeper: { readonly pid: number | null }
}

/** How long nodes are watched after the last part has come back. */
const watchMs = 10_000

/** The lab keeps its state in a file: one command at a time. */
function holdParts(program: string, dir: string): ReplicaParts {
  const down = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  let frozen: number | null = null
  const run = (command: 'kill' | 'start', part: string) => {
    const next = last.then(() =>
      // With the slash, so that whoever stops the lab sees a running command.
      promisify(execFile)(process.execPath, [program, command, part, '--dir', `${dir}/`]),
    )
    last = next.catch(() => undefined)
    return next
  }
  /**
   * As a library the engine ends with an uncaught NetException when a killed peer resets its connection, now or seconds
   * later; a server continues. Nodes that ended like this are restarted. Nodes do not start without their Keeper and
   * their store.
   */
  const revive = async () => {
    const { nodes } = await readEndpoints(dir)
    for (const { name, httpUrl } of nodes) {
      if ([name, 'zookeeper', 'store'].some((part) => down.has(part)) || frozen !== null) continue
      const answers = await fetch(`${httpUrl}/ping`, { signal: AbortSignal.timeout(1000) }).catch(() => null)
      // One that runs and is only slow is left as it is.
      if (!answers && !down.has(name)) await run('start', name)
    }
  }
  let watchedUntil = 0
  let watching: Promise<void> | null = null
  const watch = () => {
    watchedUntil = Date.now() + watchMs
    watching ??= (async () => {
      while (down.size > 0 || Date.now() < watchedUntil) {
        await revive().catch(() => undefined)
        await setTimeout(500, undefined, { ref: false })
      }
      watching = null
    })()
  }
  const start = async (part: string) => {
    await run('start', part)
    down.delete(part)
    await revive()
    watch()
  }
  const thawKeeper = async () => {
    if (frozen !== null) process.kill(frozen, 'SIGCONT')
    frozen = null
  }
  return {
    async keepUp(node) {
      await revive()
      return !down.has(node)
    },
    async freezeKeeper() {
      const { zookeeper } = await readEndpoints(dir)
      if (zookeeper.pid === null) throw new Error('ZooKeeper is down.')
      process.kill(zookeeper.pid, 'SIGSTOP')
      frozen = zookeeper.pid
    },
    thawKeeper,
    async kill(part) {
      down.add(part)
      await run('kill', part)
      watch()
    },
    start,
    async startAll() {
      await thawKeeper()
      // Nodes do not start without their Keeper.
      for (const part of [...down].sort((a, b) => Number(b === 'zookeeper') - Number(a === 'zookeeper')))
        await start(part)
      await revive()
      // The next user of the lab may kill a node, and expects it to stay dead.
      watchedUntil = 0
      await watching
    },
  }
}

/** Replicas of a shard are next to each other, as many as FROSTLINE_TEST_REPLICATED_REPLICAS says (default 2). */
function readGivenReplicas(env: Environment): Replicas {
  const of = (name: string) => env[`FROSTLINE_TEST_REPLICATED_${name}`]
  const replicas = Number(of('REPLICAS') ?? 2)
  const urls = (of('URLS') ?? '').split(',').map((url) => url.trim().replace(/\/$/, ''))
  const endpoint = of('S3_ENDPOINT')
  return {
    clusterName: of('CLUSTER') ?? 'demo',
    nodes: urls.map((httpUrl, index) => {
      const shard = Math.floor(index / replicas) + 1
      const replica = (index % replicas) + 1
      return { name: `shard-${shard}-replica-${replica}`, shard, replica, httpUrl }
    }),
    users: {
      admin: { username: of('ADMIN_USER') ?? 'admin', password: of('ADMIN_PASSWORD') ?? '' },
      frostline: { username: of('USER') ?? 'frostline', password: of('PASSWORD') ?? '' },
    },
    store: endpoint
      ? {
          endpoint: endpoint.replace(/\/$/, ''),
          bucket: of('S3_BUCKET') ?? '',
          accessKeyId: of('S3_ACCESS_KEY_ID') ?? '',
          secretAccessKey: of('S3_SECRET_ACCESS_KEY') ?? '',
          region: of('S3_REGION') ?? 'us-east-1',
        }
      : null,
    parts: null,
  }
}
