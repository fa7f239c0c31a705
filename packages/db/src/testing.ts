import { fileURLToPath } from 'node:url'
import { createDatabase, type OpenDatabase } from './database.ts'
import { applySchemaMigrations } from './schema-migrations/apply-schema-migrations.ts'

/** The schema migrations of this repository. Programs that are built take theirs along instead. */
export const schemaMigrationsDirectory = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

/** A database at the present schema, for tests. */
export async function openMigratedDatabase(connectionString: string): Promise<OpenDatabase> {
  await applySchemaMigrations({ connectionString, directory: schemaMigrationsDirectory })
  return createDatabase({ connectionString })
}
