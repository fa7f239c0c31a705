import { startTestStack } from '@frostline/embedded/testing'
import pg from 'pg'
import { applyFormerSchema, schemaMigrationsDirectory } from '../../testing.ts'
import { applySchemaMigrations } from '../apply-schema-migrations.ts'

/** A database as before a schema migration, and a function to apply that one and all later ones. */
export async function openFormerSchema(migration: string) {
  const stack = await startTestStack({ shards: 0, postgres: 'empty' })
  const { url: connectionString } = stack.postgres
  await applyFormerSchema(connectionString, migration)
  const client = new pg.Client({ connectionString })
  await client.connect()
  return {
    client,
    applyRest: () => applySchemaMigrations({ connectionString, directory: schemaMigrationsDirectory }),
    async close() {
      await client.end()
      await stack.stop()
    },
  }
}
