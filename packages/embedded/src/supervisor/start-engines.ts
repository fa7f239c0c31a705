import { join } from 'node:path'
import { type EmbeddedClickhouse, startClickhouseCluster } from '../clickhouse/start-cluster.ts'
import { type EmbeddedPostgres, startPostgres } from '../postgres/start-postgres.ts'
import type { S3StoreHandle, StartS3StoreOptions } from '../s3-store/index.ts'
import { asPart, createStorePart, startStoreAfterFormer } from './engine-parts.ts'
import type { Part } from './part.ts'
import type { Progress } from './progress.ts'
import type { Settings } from './settings.ts'
import type { SupervisorState } from './state.ts'

export const COLD_BUCKET = 'frostline-cold'
export const DEMO_BUCKET = 'frostline-demo'

/** The engines that run here; `null` for one that is given by configuration or not needed. */
export interface Engines {
  readonly postgres: EmbeddedPostgres | null
  readonly store: S3StoreHandle | null
  readonly clickhouse: EmbeddedClickhouse | null
}

export interface EngineOptions {
  readonly settings: Settings
  readonly state: SupervisorState
  readonly logDir: string
  readonly shards: number
  readonly progress: Progress
  /** Called for each engine as soon as it runs, even if another one has failed. */
  readonly started: (parts: readonly Part[]) => void
  /** Aborts the start: engines that are starting are ended. */
  readonly abort: AbortSignal | undefined
}

/** The store the embedded nodes keep their cold data in. */
export function describeStore({ settings, state }: Pick<EngineOptions, 'settings' | 'state'>) {
  const given = settings.objectStore
  if (given) {
    const keyPrefix = `frostline-${state.installationId}`
    return {
      cold: given,
      source: { ...given, keyPrefix: `${keyPrefix}/demo` },
      coldPrefix: `${keyPrefix}/demo-cluster`,
    }
  }
  const own = { ...state.storeKeys, endpoint: `http://127.0.0.1:${state.ports.store}`, region: 'us-east-1' }
  return {
    cold: { ...own, bucket: COLD_BUCKET },
    source: { ...own, bucket: DEMO_BUCKET },
    coldPrefix: 'demo',
  }
}

/**
 * Starts all engines side by side. When one fails the others keep running: the caller was told of them and stops them.
 */
export async function startEngines(options: EngineOptions): Promise<Engines> {
  const { settings, state, logDir, progress, started, abort } = options
  const { cold, coldPrefix } = describeStore(options)

  const postgres = async () => {
    if (settings.databaseUrl) return null
    const server = await progress.step('PostgreSQL', () =>
      startPostgres({
        dataDir: join(settings.dataDir, 'postgres'),
        database: 'frostline',
        logFile: join(logDir, 'postgresql.log'),
        abort,
      }),
    )
    started([asPart('postgres', server)])
    return server
  }
  const store = async () => {
    if (settings.objectStore || settings.clickhouse) return null
    const options: StartS3StoreOptions = {
      dataDir: join(settings.dataDir, 's3'),
      port: state.ports.store,
      ...state.storeKeys,
      buckets: [COLD_BUCKET, DEMO_BUCKET],
      logFile: join(logDir, 's3-store.log'),
      controlToken: state.controlToken,
      abort,
    }
    const handle = await progress.step('S3 store', () => startStoreAfterFormer(options))
    started([createStorePart(handle)])
    return handle
  }
  const clickhouse = async () => {
    if (settings.clickhouse) return null
    const cluster = await progress.step(`${options.shards} ClickHouse nodes`, () =>
      startClickhouseCluster({
        dataDir: join(settings.dataDir, 'clickhouse'),
        shards: options.shards,
        objectStore: cold,
        keyPrefix: coldPrefix,
        logDir,
        abort,
      }),
    )
    started(cluster.nodes.map((node) => asPart(`clickhouse/${node.name}`, node)))
    return cluster
  }

  const starts = [postgres(), store(), clickhouse()] as const
  await Promise.allSettled(starts)
  const [database, objectStore, cluster] = await Promise.all(starts)
  return { postgres: database, store: objectStore, clickhouse: cluster }
}
