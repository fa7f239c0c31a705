import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestStack } from '@frostline/embedded/testing'
import pg from 'pg'
import { schemaMigrationsDirectory } from '../../testing.ts'
import { applySchemaMigrations } from '../apply-schema-migrations.ts'

/** A database as it was before a schema migration, and the way to apply that one and all later ones. */
export async function openFormerSchema(migration: string) {
  const stack = await startTestStack({ shards: 0, postgres: true })
  const { url: connectionString } = stack.postgres
  const former = await mkdtemp(join(tmpdir(), 'schema-migrations-'))
  const earlier = (await readdir(schemaMigrationsDirectory)).filter((name) => name < migration)
  for (const name of new Set([...earlier, 'migration_lock.toml']))
    await cp(join(schemaMigrationsDirectory, name), join(former, name), { recursive: true })
  await applySchemaMigrations({ connectionString, directory: former })
  await rm(former, { recursive: true, force: true })
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
