import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { planMigrations, type RecordedMigration, SchemaMigrationError } from './plan-migrations.ts'
import { type MigrationFile, readMigrationFiles } from './read-migration-files.ts'

/** The lock of Prisma's own engine, so that this runner and `prisma migrate deploy` never run at once. */
const migrationLock = 72707369
const lockTimeoutMs = 60_000

const createTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

/**
 * Migrates the database to this program's schema and records each migration like Prisma, so that its CLI agrees. Each
 * migration and its record are one transaction: a crash or an error leaves neither, and the next start tries again.
 * Concurrent callers wait for each other.
 * @returns the names of the migrations applied now.
 * @throws SchemaMigrationError with a text that says what to do.
 */
export async function applySchemaMigrations(options: {
  connectionString: string
  /** The folder with one sub-folder per migration. */
  directory: string
}): Promise<string[]> {
  const files = await readMigrationFiles(options.directory)
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: 'frostline-setup',
  })
  await client.connect()
  try {
    await takeLock(client)
    await client.query(createTable)
    const recorded = await client.query<RecordedMigration>(
      'SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations',
    )
    const pending = planMigrations(files, recorded.rows)
    for (const file of pending) await applyMigration(client, file)
    return pending.map((file) => file.name)
  } finally {
    // Ending the session releases the advisory lock.
    await client.end()
  }
}

async function takeLock(client: pg.Client): Promise<void> {
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
  } catch (cause) {
    throw new SchemaMigrationError(
      `Another process has been migrating this database for over ${lockTimeoutMs / 1000} s. ` +
        `Wait for it, or look for its session in pg_locks (advisory lock ${migrationLock}).`,
      { cause },
    )
  }
  await client.query('SET lock_timeout = 0')
}

async function applyMigration(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('BEGIN')
  try {
    const id = randomUUID()
    await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
      id,
      file.checksum,
      file.name,
    ])
    await client.query(file.sql)
    await client.query(
      'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1',
      [id],
    )
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK')
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SchemaMigrationError(
      `Schema migration ${file.name} failed and was rolled back: ${reason}. The database is as it was before.`,
      { cause },
    )
  }
}
