import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../postgres/start-postgres.ts'
import { findFreePort } from '../process/ports.ts'
import { startS3Store } from '../s3-store/index.ts'
import { SHARED_PARTS } from './given-parts.ts'
import { guardFolder } from './guard-folder.ts'

/**
 * Runs before integration tests: one database server and one store for all files that neither kill nor reconfigure
 * them, in the same variables by which others can be given. Each file has a database and a prefix of its own. A server
 * of its own costs each file about 3 s of CPU time.
 */
export async function setup(): Promise<() => Promise<void>> {
  const given = givable.filter((name) => process.env[name])
  if (given.length > 0) console.info(`Parts that are given: ${given.join(', ')}.`)
  const dataDir = await mkdtemp(join(tmpdir(), 'frostline-shared-'))
  const unguard = guardFolder(dataDir)
  const [stopDatabase, stopStore] = await Promise.all([shareDatabase(dataDir), shareStore(dataDir)])
  return async () => {
    unguard()
    delete process.env[SHARED_PARTS]
    await Promise.all([stopDatabase(), stopStore()])
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Parts that can be given. A missing variable would go unnoticed: the run would start parts of its own instead and
 * pass.
 */
const givable = ['DATABASE_URL', 'FROSTLINE_TEST_S3_ENDPOINT', 'FROSTLINE_TEST_CLICKHOUSE_URLS']

async function shareDatabase(dataDir: string): Promise<() => Promise<void>> {
  if (process.env.DATABASE_URL) return async () => {}
  const server = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    database: 'frostline',
    settings: sharedDatabaseSettings,
  })
  // Each test file makes a database of its own.
  const superuser = new Client({ connectionString: server.superuserUrl })
  await superuser.connect()
  await superuser.query('ALTER ROLE frostline CREATEDB').finally(() => superuser.end())
  process.env.DATABASE_URL = server.url
  markShared('database')
  return () => server.stop()
}

async function shareStore(dataDir: string): Promise<() => Promise<void>> {
  if (process.env.FROSTLINE_TEST_S3_ENDPOINT) return async () => {}
  const port = await findFreePort()
  const accessKeyId = 'test-key'
  const secretAccessKey = randomBytes(16).toString('hex')
  const bucket = 'frostline-test'
  const store = await startS3Store({
    dataDir: join(dataDir, 's3'),
    port,
    accessKeyId,
    secretAccessKey,
    buckets: [bucket],
    logFile: join(dataDir, 's3.log'),
  })
  Object.assign(process.env, {
    FROSTLINE_TEST_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    FROSTLINE_TEST_S3_BUCKET: bucket,
    FROSTLINE_TEST_S3_ACCESS_KEY_ID: accessKeyId,
    FROSTLINE_TEST_S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  markShared('store')
  return () => store.stop()
}

/** For a server that many test files use, and that is not killed: its data need not survive the machine. */
export const sharedDatabaseSettings = {
  // Some files at a time, each with programs of the product that have pools of their own.
  max_connections: 400,
  fsync: 'off',
  full_page_writes: 'off',
  // It starts a process for each of a hundred small databases every minute.
  autovacuum: 'off',
}

/** Labs also use what a person gives, but not this, since labs kill their parts. */
function markShared(part: 'database' | 'store'): void {
  process.env[SHARED_PARTS] = [process.env[SHARED_PARTS], part].filter(Boolean).join(' ')
}
