import { createDatabase, deriveSecret, loadSecretKey } from '@frostline/db'
import {
  type Authentication,
  type ChangeHub,
  createAuthentication,
  createChangeHub,
  createClusterDirectory,
  parseAddressRanges,
  type ServiceContext,
  toLoggableError,
} from '@frostline/services'
import pino, { type Logger } from 'pino'
import { readWebEnv, type WebEnv } from './env.ts'
import { addressHeader } from './front/address-header.ts'
import { KnownAnswers } from './known-answers.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'

/** Parts of the web process: one of each for its whole life. */
export interface WebServer {
  env: WebEnv
  log: Logger
  auth: Authentication
  services: Pick<ServiceContext, 'db' | 'clusters' | 'now' | 'sourceAddresses'>
  changes: ChangeHub
  metrics: Metrics
  knownAnswers: KnownAnswers
}

/** Next.js loads this module several times in one process (pages and route handlers), so it is kept globally. */
const kept = globalThis as typeof globalThis & { frostlineWebServer?: Promise<WebServer> }

/** Created at the first request and not while building. A failure (such as a missing key file) is retried. */
export function obtainWebServer(): Promise<WebServer> {
  kept.frostlineWebServer ??= startWebServer().catch((error: unknown) => {
    delete kept.frostlineWebServer
    throw error
  })
  return kept.frostlineWebServer
}

async function startWebServer(): Promise<WebServer> {
  const env = readWebEnv()
  const log = pino({
    level: env.logLevel,
    base: { app: 'web' },
    serializers: { error: toLoggableError },
  })
  const now = () => new Date()
  const secretKey = await loadSecretKey(env.secretKey)
  const { db, close } = createDatabase({
    connectionString: env.databaseUrl,
    onPoolError: (error) => log.warn({ error }, 'An idle database connection broke'),
  })
  const sourceAddresses = parseAddressRanges(env.sourceAddresses)
  const clusters = createClusterDirectory({ db, secretKey, addresses: sourceAddresses })
  const changes = createChangeHub({
    connectionString: env.databaseUrl,
    now,
    onConnectionLost: (error) =>
      log.warn({ error }, 'The connection for change notifications was lost. Reconnecting'),
  })
  const auth = createAuthentication({
    db,
    secret: deriveSecret(secretKey, 'sessions'),
    secrets: clusters.secrets,
    addresses: sourceAddresses,
    publicUrl: env.publicUrl,
    trustedOrigins: env.trustedOrigins,
    addressHeader: addressHeader(),
    log: (level, message) => log[level]({ part: 'auth' }, message),
  })
  const knownAnswers = new KnownAnswers()
  void forgetAfterChanges(changes, knownAnswers, now)
  stopWithProcess(async () => {
    await changes.close()
    await clusters.close()
    await close()
  })
  return {
    env,
    log,
    auth,
    services: { db, clusters, now, sourceAddresses },
    changes,
    metrics: createMetrics(),
    knownAnswers,
  }
}

/** Each change has an audit entry, also one through another console of the same database. */
async function forgetAfterChanges(changes: ChangeHub, known: KnownAnswers, now: () => Date): Promise<void> {
  for await (const _ of changes.subscribe(new Set(['audit']), new AbortController().signal))
    known.forget(now())
}

/** Containers are killed ten seconds after they were told to stop. */
const stopWithinMs = 5_000

/**
 * Next.js waits for open responses when it stops. Change streams never end by themselves, and a client that neither
 * reads nor sends must not block the process.
 */
function stopWithProcess(close: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(0), stopWithinMs).unref()
      void close()
    })
}
