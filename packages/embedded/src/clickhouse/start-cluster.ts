import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { readJsonFile } from '../files/read-json-file.ts'
import { writeFileAtomic } from '../files/write-file-atomic.ts'
import { keepOrFindPort } from '../process/ports.ts'
import { assertXml } from './check-xml.ts'
import { createNode, type EmbeddedClickhouseNode } from './node.ts'
import { type ClusterMember, renderNodeConfig } from './node-config.ts'
import type { ObjectStoreAccess } from './storage-config.ts'
import { renderUsersConfig } from './users-config.ts'

const stateSchema = z.object({
  secret: z.string(),
  passwords: z.object({ admin: z.string(), frostline: z.string() }),
  ports: z.record(z.string(), z.object({ http: z.number(), tcp: z.number() })),
})
type ClusterState = z.infer<typeof stateSchema>

/** What survives a restart of the cluster: ports by node name, passwords, the interserver secret (0600). */
async function loadClusterState(dataDir: string, names: readonly string[]): Promise<ClusterState> {
  const file = join(dataDir, 'cluster.json')
  const known = await readJsonFile(file, stateSchema)
  const ports = { ...known?.ports }
  for (const name of names) {
    ports[name] = {
      http: await keepOrFindPort(known?.ports[name]?.http),
      tcp: await keepOrFindPort(known?.ports[name]?.tcp),
    }
  }
  const state: ClusterState = {
    secret: known?.secret ?? randomPassword(),
    passwords: known?.passwords ?? { admin: randomPassword(), frostline: randomPassword() },
    ports,
  }
  await writeFileAtomic(file, `${JSON.stringify(state, null, 2)}\n`)
  return state
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}

export interface ClickhouseClusterOptions {
  readonly dataDir: string
  readonly shards: number
  readonly replicasPerShard?: number
  /** Also its name in remote_servers and system.clusters. Default `demo`. */
  readonly clusterName?: string
  readonly objectStore: ObjectStoreAccess
  /** Prefix of the nodes' own key prefixes. Default: the cluster name. */
  readonly keyPrefix?: string
  readonly cacheSizeBytes?: number
  readonly hotKeepFreeSpaceBytes?: number
  /**
   * How often the server itself retries a failed S3 request. The server's default of 500 hangs every query while the
   * store is down; 1 fails on the first 503. Measured against a refused connection (26.7): 1 gives up in 0.2 s, 3 in
   * 1.2 s, 4 in 2.8 s, 5 in 6.4 s, 7 in 32 s. Default 4.
   */
  readonly s3RetryAttempts?: number
  /** How late rows of query_log and the like may be. Default: one second. Flushes of idle nodes cost CPU time. */
  readonly logFlushIntervalMs?: number
  /** Additional configuration for every node, by file name (`limits.xml`). */
  readonly dropIns?: Readonly<Record<string, string>>
  /** Where the nodes write their logs. Default: each in its own folder. */
  readonly logDir?: string
  /** Folders that nodes may use in addition to their own, for disks in drop-ins. They exist. */
  readonly folders?: readonly string[]
  /** Aborts the start: what it has started is killed, which loses no data. */
  readonly abort?: AbortSignal | undefined
}

export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface EmbeddedClickhouse {
  readonly clusterName: string
  readonly nodes: readonly EmbeddedClickhouseNode[]
  /** Why a node did not start, when files that others added to its configuration may be the cause. */
  readonly down: readonly string[]
  readonly users: { readonly admin: Credentials; readonly frostline: Credentials }
  /** Adds, replaces or (null) removes a configuration file of every node; it takes effect at the next restart. */
  setDropIn(name: string, xml: string | null): void
  stop(): Promise<void>
}

/**
 * Starts real ClickHouse nodes as child processes on 127.0.0.1 and resolves when all respond. Ports, passwords, data
 * and log tables in `dataDir` are kept for the next start.
 *
 * @throws when the platform has no embedded ClickHouse, a drop-in is not XML, or a node does not start; the error
 * includes the node's last output, and no node is left running. A node with additional configuration may stay down
 * while another runs, so that the addition can be reverted.
 */
export async function startClickhouseCluster(options: ClickhouseClusterOptions): Promise<EmbeddedClickhouse> {
  const dataDir = resolve(options.dataDir)
  const clusterName = options.clusterName ?? 'demo'
  const dropIns = new Map<string, string>()
  const setDropIn = (name: string, xml: string | null) => {
    if (basename(name) !== name || !name.endsWith('.xml')) {
      throw new Error(`"${name}" cannot name a configuration file: give a plain name that ends with .xml.`)
    }
    if (xml === null) dropIns.delete(name)
    else {
      assertXml(name, xml)
      dropIns.set(name, xml)
    }
  }
  for (const [name, xml] of Object.entries(options.dropIns ?? {})) setDropIn(name, xml)

  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const places = placeNodes(options.shards, options.replicasPerShard ?? 1)
  const state = await loadClusterState(
    dataDir,
    places.map((place) => place.name),
  )
  const ports = (name: string) => {
    const found = state.ports[name]
    if (!found) throw new Error(`No ports are known for node ${name}.`)
    return found
  }
  const members: ClusterMember[] = places.map((place) => ({ ...place, tcpPort: ports(place.name).tcp }))

  const nodes = places.map(({ name, shard, replica }) => {
    const nodeDir = join(dataDir, name)
    const usersFile = join(nodeDir, 'users.xml')
    const configFile = join(nodeDir, 'config.xml')
    const config = renderNodeConfig({
      name,
      shard,
      replica,
      clusterName,
      secret: state.secret,
      members,
      usersFile,
      logFlushIntervalMs: options.logFlushIntervalMs ?? 1000,
      storage: {
        dataDir: nodeDir,
        objectStore: options.objectStore,
        keyPrefix: `${options.keyPrefix ?? clusterName}/${name}`,
        cacheSizeBytes: options.cacheSizeBytes ?? 536_870_912,
        hotKeepFreeSpaceBytes: options.hotKeepFreeSpaceBytes ?? 0,
        s3RetryAttempts: options.s3RetryAttempts ?? 4,
      },
    })
    // In addition to conf.d, which is ours and cleared at each start, the server merges `<main file>.d`: that is for
    // others.
    const configFolder = join(nodeDir, 'config.d')
    const prepare = async () => {
      await mkdir(configFolder, { recursive: true, mode: 0o700 })
      await writeNodeFiles(nodeDir, {
        'config.xml': config,
        'users.xml': renderUsersConfig(state.passwords),
        ...Object.fromEntries([...dropIns].map(([file, xml]) => [join('conf.d', file), xml])),
      })
    }
    const logFile = join(options.logDir ?? join(nodeDir, 'logs'), `clickhouse-${name}.log`)
    const { http: httpPort, tcp: tcpPort } = ports(name)
    return createNode(
      {
        ...{ name, dataDir: nodeDir, configFile, httpPort, tcpPort, logFile },
        folders: options.folders ?? [],
        abort: options.abort,
      },
      { shard, replica, configFolder, prepare },
    )
  })

  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  }
  const starts = await Promise.allSettled(nodes.map((node) => node.start()))
  if (options.abort?.aborted) {
    await Promise.all(nodes.map((node) => node.kill()))
    throw options.abort.reason
  }
  const down: string[] = []
  for (const [index, start] of starts.entries()) {
    if (start.status === 'fulfilled') continue
    const node = nodes[index]
    const added = node ? await readdir(node.configFolder) : []
    if (added.length === 0 || starts.every(({ status }) => status === 'rejected')) {
      await stop()
      throw start.reason
    }
    down.push(
      `${start.reason instanceof Error ? start.reason.message : String(start.reason)}\n` +
        `Its configuration has what others added in ${node?.configFolder}: ${added.join(', ')}.`,
    )
  }
  return {
    clusterName,
    nodes,
    down,
    users: {
      admin: { username: 'admin', password: state.passwords.admin },
      frostline: { username: 'frostline', password: state.passwords.frostline },
    },
    setDropIn,
    stop,
  }
}

function placeNodes(shards: number, replicasPerShard: number) {
  return Array.from({ length: shards * replicasPerShard }, (_, index) => {
    const shard = Math.floor(index / replicasPerShard) + 1
    const replica = (index % replicasPerShard) + 1
    return { name: `shard-${shard}-replica-${replica}`, shard, replica }
  })
}

/** Writes a node's configuration (0600, it contains keys) and removes obsolete drop-ins. */
async function writeNodeFiles(nodeDir: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, xml] of Object.entries(files)) assertXml(join(nodeDir, name), xml)
  const dropInDir = join(nodeDir, 'conf.d')
  await mkdir(dropInDir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dropInDir)) {
    if (!(join('conf.d', name) in files)) await rm(join(dropInDir, name), { recursive: true })
  }
  for (const [name, xml] of Object.entries(files)) {
    await mkdir(dirname(join(nodeDir, name)), { recursive: true })
    await writeFileAtomic(join(nodeDir, name), xml)
  }
}
