import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createDatabase, type OpenDatabase } from './database.ts'
import { applySchemaMigrations } from './schema-migrations/apply-schema-migrations.ts'

/** The schema migrations of this repository. Built programs carry their own copy. */
export const schemaMigrationsDirectory = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

/** A database with the current schema, for tests. */
export async function openMigratedDatabase(connectionString: string): Promise<OpenDatabase> {
  await applySchemaMigrations({ connectionString, directory: schemaMigrationsDirectory })
  return createDatabase({ connectionString })
}

/** The schema before a schema migration, in an empty database. */
export async function applyFormerSchema(connectionString: string, migration: string): Promise<void> {
  const former = await mkdtemp(join(tmpdir(), 'schema-migrations-'))
  const earlier = (await readdir(schemaMigrationsDirectory)).filter((name) => name < migration)
  for (const name of new Set([...earlier, 'migration_lock.toml']))
    await cp(join(schemaMigrationsDirectory, name), join(former, name), { recursive: true })
  await applySchemaMigrations({ connectionString, directory: former })
  await rm(former, { recursive: true, force: true })
}

/**
 * Reverts the ledger to the state before a schema migration, with running work as that version wrote it, and then
 * applies that migration and all later ones.
 * @param tables tables to keep, in foreign key order: how a former row is made, or '' where it is the same.
 * @param alsoBefore statements in the former ledger, such as for workflows with another input.
 */
export async function upgradeFromBefore(
  connectionString: string,
  migration: string,
  tables: Readonly<Record<string, string>>,
  alsoBefore: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const kept: [string, unknown[]][] = []
    for (const [table, query] of Object.entries(tables)) {
      const { rows } = await client.query({
        text: query || `SELECT to_jsonb(given) FROM "${table}" AS given`,
        rowMode: 'array',
      })
      kept.push([table, rows.flat()])
    }
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await applyFormerSchema(connectionString, migration)
    for (const [table, rows] of kept) for (const row of rows) await putBack(client, table, row as object)
    await alsoBefore(client)
  } finally {
    await client.end()
  }
  await applySchemaMigrations({ connectionString, directory: schemaMigrationsDirectory })
}

/** With the columns that the table had. */
async function putBack(client: pg.Client, table: string, row: object): Promise<void> {
  const { rows: known } = await client.query<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND column_name = ANY($2)`,
    [table, Object.keys(row)],
  )
  const names = known.map(({ name }) => name).join(', ')
  await client.query(
    `INSERT INTO "${table}" (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::"${table}", $1)`,
    [JSON.stringify(row)],
  )
}
