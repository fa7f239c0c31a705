import { realpathSync } from 'node:fs'
import type { Settings } from './settings.ts'
import type { Engines } from './start-engines.ts'

/** The cluster the product's set-up registers (FROSTLINE_SETUP_CLUSTER). */
export interface SetupCluster {
  readonly name: string
  /** In remote_servers and system.clusters. */
  readonly clusterName: string
  readonly username: string
  readonly password: string
  readonly nodes: readonly {
    readonly url: string
    readonly shard: number
    readonly replica: number
    readonly name: string
  }[]
  /** By name of the node: where the worker may put configuration. Only for nodes that run here. */
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
