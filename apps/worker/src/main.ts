import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { createDatabase, listenChanges, loadSecretKey } from '@frostline/db'
import { createClusterDirectory, parseAddressRanges, toLoggableError } from '@frostline/services'
import { startWorker } from '@frostline/workflows'
import pino from 'pino'
import { readWorkerEnv } from './env.ts'
import { version } from './version.ts'

const env = readWorkerEnv()
const log = pino({
  level: env.LOG_LEVEL,
  base: { app: 'worker' },
  serializers: { error: toLoggableError },
})
const secretKey = await loadSecretKey({
  value: env.FROSTLINE_SECRET_KEY,
  file: env.FROSTLINE_SECRET_KEY_FILE,
})
const { db, close: closeDatabase } = createDatabase({
  connectionString: env.DATABASE_URL,
  // Each lane runs at most one query at a time; eight migrations of three lanes fit with room for the sweep.
  maxConnections: 20,
  onPoolError: (error) => log.warn({ error }, 'An idle database connection broke'),
})
const sourceAddresses = parseAddressRanges(env.FROSTLINE_SOURCE_ADDRESSES)
const clusters = createClusterDirectory({ db, secretKey, addresses: sourceAddresses })
const workerId = `${env.FROSTLINE_WORKER_ID ?? hostname()}/${randomUUID().slice(0, 8)}`

const worker = await startWorker({
  deps: {
    db,
    clusters,
    workerId,
    log,
    now: () => new Date(),
    sourceAddresses,
    configuration: {
      roots: env.FROSTLINE_CONFIG_ROOTS,
      supervisor:
        env.FROSTLINE_SUPERVISOR_URL && env.FROSTLINE_SUPERVISOR_TOKEN
          ? { url: env.FROSTLINE_SUPERVISOR_URL, token: env.FROSTLINE_SUPERVISOR_TOKEN }
          : null,
    },
  },
  databaseUrl: env.DATABASE_URL,
  hostname: hostname(),
  pid: process.pid,
  version,
  alerts: {
    everySeconds: env.FROSTLINE_ALERT_INTERVAL_SECONDS,
    allowLoopback: env.FROSTLINE_ALERT_ALLOW_LOOPBACK,
    publicUrl: env.FROSTLINE_PUBLIC_URL ?? null,
  },
  keepHistory: true,
})
const listener = listenChanges(
  env.DATABASE_URL,
  (event) => worker.notice(event),
  (error) => log.warn({ error }, 'The connection for change notifications was lost. Reconnecting'),
)
log.info({ workerId }, 'Worker ready')

async function stop(signal: string): Promise<void> {
  log.info(
    { signal },
    'Stopping the worker. Running statements continue on the servers, and the next worker adopts them',
  )
  // The process must end even when the database is down and nothing of this can be written.
  setTimeout(() => process.exit(0), 5000).unref()
  await listener.close()
  await worker.stop()
  await clusters.close()
  await closeDatabase()
  process.exit(0)
}
let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void stop(signal)
  })
