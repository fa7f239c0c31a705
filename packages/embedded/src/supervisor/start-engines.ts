import { join } from 'node:path'
import { type EmbeddedClickhouse, startClickhouseCluster } from '../clickhouse/start-cluster.ts'
import { type EmbeddedPostgres, startPostgres } from '../postgres/start-postgres.ts'
import type { S3StoreHandle } from '../s3-store/index.ts'
import { startStoreAfterFormer } from './engine-parts.ts'
import type { Progress } from './progress.ts'
import type { Settings } from './settings.ts'
import type { SupervisorState } from './state.ts'

export const COLD_BUCKET = 'frostline-cold'
export const DEMO_BUCKET = 'frostline-demo'

/** The engines that run here; `null` for one that configuration gives or makes needless. */
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

/** Starts all engines side by side; when one fails the others are stopped again. */
export async function startEngines(options: EngineOptions): Promise<Engines> {
  const { settings, state, logDir, progress } = options
  const { cold, coldPrefix } = describeStore(options)

  const postgres = async () =>
    settings.databaseUrl
      ? null
      : progress.step('PostgreSQL', () =>
          startPostgres({
            dataDir: join(settings.dataDir, 'postgres'),
            database: 'frostline',
            logFile: join(logDir, 'postgresql.log'),
          }),
        )
  const store = async () =>
    settings.objectStore || settings.clickhouse
      ? null
      : progress.step('S3 store', () =>
          startStoreAfterFormer({
            dataDir: join(settings.dataDir, 's3'),
            port: state.ports.store,
            ...state.storeKeys,
            buckets: [COLD_BUCKET, DEMO_BUCKET],
            logFile: join(logDir, 's3-store.log'),
            controlToken: state.controlToken,
          }),
        )
  const clickhouse = async () =>
    settings.clickhouse
      ? null
      : progress.step(`${options.shards} ClickHouse nodes`, () =>
          startClickhouseCluster({
            dataDir: join(settings.dataDir, 'clickhouse'),
            shards: options.shards,
            objectStore: cold,
            keyPrefix: coldPrefix,
            logDir,
          }),
        )

  const starts = await Promise.allSettled([postgres(), store(), clickhouse()])
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    for (const start of starts) if (start.status === 'fulfilled') await start.value?.stop()
    throw failed.reason
  }
  const [database, objectStore, cluster] = starts.map((start) =>
    start.status === 'fulfilled' ? start.value : null,
  ) as [EmbeddedPostgres | null, S3StoreHandle | null, EmbeddedClickhouse | null]
  return { postgres: database, store: objectStore, clickhouse: cluster }
}
