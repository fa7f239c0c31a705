import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemaMigrationsDirectory } from '../testing.ts'
import { applySchemaMigrations } from './apply-schema-migrations.ts'

let stack: TestStack
let client: pg.Client
let directory = ''
let folder = ''

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: 'empty' })
  client = new pg.Client({ connectionString: stack.postgres.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await rm(folder, { recursive: true, force: true })
  folder = await mkdtemp(join(tmpdir(), 'schema-migrations-'))
  directory = join(folder, 'migrations')
  await cp(schemaMigrationsDirectory, directory, { recursive: true })
})

const apply = () => applySchemaMigrations({ connectionString: stack.postgres.url, directory })

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name))
  await writeFile(join(directory, name, 'migration.sql'), sql)
}

async function tableNames(): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  return rows.map((row) => row.tablename)
}

/** The product's own, in order. */
async function migrationNames(): Promise<string[]> {
  const entries = await readdir(schemaMigrationsDirectory, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

describe('applySchemaMigrations', () => {
  it('creates the schema once and records it like Prisma', async () => {
    const names = await migrationNames()
    expect(await apply()).toEqual(names)
    expect(await apply()).toEqual([])
    expect(await tableNames()).toContain('tier_migration_step')
    const { rows } = await client.query('SELECT * FROM _prisma_migrations')
    expect(rows).toMatchObject(
      names.map((name) => ({
        migration_name: name,
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        applied_steps_count: 1,
        rolled_back_at: null,
        logs: null,
      })),
    )
    expect(rows[0].finished_at).toBeInstanceOf(Date)
  })

  it('applies each migration once when several processes start together', async () => {
    const results = await Promise.all([apply(), apply(), apply(), apply()])
    expect(results.flat()).toEqual(await migrationNames())
  })

  it('leaves neither tables nor a record of a failed migration, and applies it once it is fixed', async () => {
    await apply()
    await addMigration('20990101000000_broken', 'CREATE TABLE half (id int); SELECT 1/0;')
    await expect(apply()).rejects.toThrow(
      /20990101000000_broken failed and was rolled back: division by zero/,
    )
    expect(await tableNames()).not.toContain('half')
    await writeFile(join(directory, '20990101000000_broken', 'migration.sql'), 'CREATE TABLE half (id int);')
    expect(await apply()).toEqual(['20990101000000_broken'])
    expect(await tableNames()).toContain('half')
  })

  it('rejects a database whose migration was edited afterwards', async () => {
    const [name = ''] = await apply()
    const file = join(directory, name, 'migration.sql')
    await writeFile(file, `${await readFile(file, 'utf8')}\n-- edited`)
    await expect(apply()).rejects.toThrow(/checksums differ/)
  })

  it('rejects a database that a newer version has used', async () => {
    await addMigration('20990101000000_future', 'CREATE TABLE future (id int);')
    await apply()
    await rm(join(directory, '20990101000000_future'), { recursive: true })
    await expect(apply()).rejects.toThrow(/newer version/)
  })

  it('refuses a database of before the baseline, and changes nothing in it', async () => {
    await apply()
    await client.query('DROP TABLE note')
    await client.query(`UPDATE _prisma_migrations SET migration_name = '20261124030000_zero_copy_exit_runs'`)
    const inspect = async () => [
      await tableNames(),
      (await client.query('SELECT * FROM _prisma_migrations')).rows,
    ]
    const before = await inspect()
    await expect(apply()).rejects.toThrow(
      /20261124030000_zero_copy_exit_runs, from before the first release.*npm run reset.*empty database/,
    )
    expect(await inspect()).toEqual(before)
  })

  it('applies a migration that follows the baseline to a database that has data', async () => {
    await apply()
    await client.query(`INSERT INTO source_rules (id, "updatedAt", "updatedBy") VALUES (1, now(), 'ann')`)
    await addMigration(
      '20990101000000_more',
      'ALTER TABLE source_rules ADD COLUMN more int NOT NULL DEFAULT 7',
    )
    expect(await apply()).toEqual(['20990101000000_more'])
    const { rows } = await client.query('SELECT "updatedBy", more FROM source_rules')
    expect(rows).toEqual([{ updatedBy: 'ann', more: 7 }])
  })

  it('keeps the alert channels of before routes, and sends every alert to them', async () => {
    const after = '20261125050000_alert_routes'
    for (const name of (await migrationNames()).filter((each) => each >= after))
      await rm(join(directory, name), { recursive: true })
    await apply()
    const config = { url: 'https://example.com/hook' }
    await client.query(
      `INSERT INTO alert_channel (id, name, type, config, "sealedSecret", "createdBy", "createdAt")
       VALUES ('c', 'hook', 'webhook', $1, 'sealed', 'ann', now())`,
      [config],
    )
    await cp(schemaMigrationsDirectory, directory, { recursive: true })
    expect(await apply()).toContain(after)
    const channels = await client.query(
      'SELECT name, type, enabled, config, "sealedSecret" FROM alert_channel',
    )
    expect(channels.rows).toEqual([
      { name: 'hook', type: 'webhook', enabled: true, config, sealedSecret: Buffer.from('sealed') },
    ])
    const routes = await client.query(
      'SELECT "isDefault", "everyChannel", severities, kinds FROM alert_route',
    )
    expect(routes.rows).toEqual([{ isDefault: true, everyChannel: true, severities: [], kinds: [] }])
  })

  it('keeps the growth of disks, one sample per hour', async () => {
    const after = '20261125093000_history'
    for (const name of (await migrationNames()).filter((each) => each >= after))
      await rm(join(directory, name), { recursive: true })
    await apply()
    await client.query(
      `INSERT INTO cluster (id, slug, name, username, "sealedPassword", "updatedAt") VALUES ('c', 'c', 'c', 'u', '', now())`,
    )
    await client.query(
      `INSERT INTO disk_sample ("clusterId", "nodeName", disk, at, "usedBytes", "totalBytes") VALUES
         ('c', 'n', 'd', '2026-11-25 08:00:00Z', 1, 10), ('c', 'n', 'd', '2026-11-25 08:30:00Z', 2, 10),
         ('c', 'n', 'd', '2026-11-25 09:10:00Z', 3, 10)`,
    )
    await cp(schemaMigrationsDirectory, directory, { recursive: true })
    expect(await apply()).toContain(after)
    const { rows } = await client.query(
      'SELECT grain, at, "usedBytes"::int AS used, "totalBytes"::int AS total FROM disk_sample ORDER BY at',
    )
    expect(rows).toEqual([
      { grain: 'hour', at: new Date('2026-11-25T08:00:00Z'), used: 2, total: 10 },
      { grain: 'hour', at: new Date('2026-11-25T09:00:00Z'), used: 3, total: 10 },
    ])
  })

  it('refuses where Prisma left a migration unfinished', async () => {
    const [name] = await apply()
    await client.query('UPDATE _prisma_migrations SET finished_at = NULL')
    await expect(apply()).rejects.toThrow(`prisma migrate resolve --rolled-back ${name}`)
  })
})
