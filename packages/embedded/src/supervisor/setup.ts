import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, realpathSync } from 'node:fs'
import { readTail } from '../files/read-tail.ts'
import type { Settings } from './settings.ts'
import { describeStore, type Engines } from './start-engines.ts'
import type { SupervisorState } from './state.ts'

const LEASH = new URL('./leash.mjs', import.meta.url).href

export interface SetupSpec {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
  readonly abort?: AbortSignal | undefined
}

/**
 * Runs the product's set-up to its end: schema migrations, the first administrator, the embedded cluster's
 * registration. It is idempotent and runs at every start.
 *
 * @throws the reason of `abort`, after it has ended.
 */
export async function runSetup(spec: SetupSpec): Promise<void> {
  const log = openSync(spec.logFile, 'a', 0o600)
  const child = spawn(process.execPath, ['--import', LEASH, ...spec.command], {
    cwd: spec.cwd,
    env: { ...process.env, NODE_ENV: 'production', ...spec.env },
    stdio: ['ignore', log, log, 'ipc'],
    // Its own process group: a Ctrl-C goes to the supervisor.
    detached: true,
  })
  closeSync(log)
  // All it does is transactional.
  const end = () => child.kill('SIGKILL')
  spec.abort?.addEventListener('abort', end)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  spec.abort?.removeEventListener('abort', end)
  spec.abort?.throwIfAborted()
  if (code === 0) return
  throw new Error(
    `Set-up ended with ${signal ?? `code ${code}`}. Its log is ${spec.logFile}. It said last:\n` +
      (await readTail(spec.logFile, 3000)),
  )
}

/** The cluster the product's set-up registers (FROSTLINE_SETUP_CLUSTER). */
export interface SetupCluster {
  readonly name: string
  /** Name in remote_servers and system.clusters. */
  readonly clusterName: string
  readonly username: string
  readonly password: string
  readonly nodes: readonly {
    readonly url: string
    readonly shard: number
    readonly replica: number
    readonly name: string
  }[]
  /** By node name: where the worker may put configuration. Only for nodes that run here. */
  readonly configFolders?: Readonly<Record<string, string>>
}

export function describeSetupCluster(settings: Settings, engines: Engines): SetupCluster {
  const given = settings.clickhouse
  if (given) {
    return {
      name: given.clusterName,
      clusterName: given.clusterName,
      username: given.username,
      password: given.password,
      nodes: given.urls.map((url, index) => {
        const shard = Math.floor(index / given.replicasPerShard) + 1
        const replica = (index % given.replicasPerShard) + 1
        return { url, shard, replica, name: `shard-${shard}-replica-${replica}` }
      }),
    }
  }
  const cluster = engines.clickhouse
  if (!cluster) throw new Error('No ClickHouse is given and none was started.')
  return {
    name: 'Demo',
    clusterName: cluster.clusterName,
    ...cluster.users.frostline,
    nodes: cluster.nodes.map(({ httpUrl, shard, replica, name }) => ({ url: httpUrl, shard, replica, name })),
    // The worker follows no link, and the data folder may be behind one.
    configFolders: Object.fromEntries(
      cluster.nodes.map(({ name, configFolder }) => [name, realpathSync(configFolder)]),
    ),
  }
}

/** The demo's store as a source that the set-up saves (FROSTLINE_SETUP_SOURCE). Only with demo nodes. */
export function describeSetupSource(
  settings: Settings,
  state: SupervisorState,
  { clickhouse }: Engines,
): Record<string, string> {
  if (!clickhouse && settings.demo !== 'replicated') return {}
  const { source: demo, cold } = describeStore({ settings, state })
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = demo
  const source = {
    name: 'Demo store',
    endpoint,
    region,
    // Includes that of the cold disks: audits read it.
    buckets: [...new Set([bucket, cold.bucket])],
    auth: 'keys',
    accessKeyId,
    secretAccessKey,
  }
  return { FROSTLINE_SETUP_SOURCE: JSON.stringify(source) }
}

const localHost = /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|$)/i

/**
 * The demo's store and nodes are on this machine, where sources and nodes are otherwise blocked; so may nodes from the
 * environment be. Its own address setting takes precedence.
 */
export function describeSourceAccess({ sourceAddresses, clickhouse }: Settings): Record<string, string> {
  const isLocal = clickhouse === undefined || clickhouse.urls.some((url) => localHost.test(url))
  return { FROSTLINE_SOURCE_ADDRESSES: sourceAddresses ?? (isLocal ? '127.0.0.0/8,::1' : '') }
}
