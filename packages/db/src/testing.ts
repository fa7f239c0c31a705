import { fileURLToPath } from 'node:url'
import { createDatabase, type OpenDatabase } from './database.ts'
import { applySchemaMigrations } from './schema-migrations/apply-schema-migrations.ts'

/** The schema migrations of this repository. Built programs carry their own copy. */
export const schemaMigrationsDirectory = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

/** A database with the current schema, for tests. */
export async function openMigratedDatabase(connectionString: string): Promise<OpenDatabase> {
  await applySchemaMigrations({ connectionString, directory: schemaMigrationsDirectory })
  return createDatabase({ connectionString })
}
