import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { observeProcess } from '../process/identity.ts'
import { waitUntil } from '../process/wait-until.ts'
import { type EmbeddedPostgres, startPostgres } from './start-postgres.ts'

let dataDir: string
const started: EmbeddedPostgres[] = []

async function start(): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, database: 'frostline' })
  started.push(server)
  return server
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frostline-postgres-'))
})

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('startPostgres', () => {
  test('keeps data, port and password after a stop, with secrets readable by the owner only', async () => {
    const first = await start()
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    expect(first.pid).toBeNull()
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600)
  })

  test('returns a role that owns the database and nothing else', async () => {
    const server = await start()
    await query(server.url, 'CREATE TABLE mine (id serial PRIMARY KEY)')
    const roles = `SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
      pg_has_role(oid, 'pg_read_server_files', 'MEMBER') AS reads_files FROM pg_roles WHERE rolname = current_user`
    expect(await query(server.url, roles)).toEqual([
      {
        ...{ rolname: 'frostline', rolsuper: false, rolcreatedb: false, rolcreaterole: false },
        ...{ rolreplication: false, rolbypassrls: false, reads_files: false },
      },
    ])
    await expect(query(server.url, "COPY mine FROM PROGRAM 'echo 1'")).rejects.toThrow(/permission denied/)
    await expect(query(server.url, 'CREATE DATABASE another')).rejects.toThrow(/permission denied/)
    await expect(query(server.url, "SELECT pg_read_file('postmaster.pid')")).rejects.toThrow(
      /permission denied/,
    )
  })

  test('gives the role the objects of a version that used the superuser', async () => {
    const first = await start()
    // As an earlier version left it: no role, everything belongs to the superuser.
    for (const statement of [
      "CREATE TYPE mood AS ENUM ('calm')",
      'CREATE TABLE "Odd Name" (id serial PRIMARY KEY, number int GENERATED ALWAYS AS IDENTITY, state mood)',
      'CREATE VIEW seen AS SELECT id FROM "Odd Name"',
      'CREATE SEQUENCE counted',
      'CREATE FUNCTION told() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      'CREATE TRIGGER tells BEFORE INSERT ON "Odd Name" FOR EACH ROW EXECUTE FUNCTION told()',
      'INSERT INTO "Odd Name" (state) VALUES (\'calm\')',
      'ALTER DATABASE frostline OWNER TO postgres',
      'DROP ROLE frostline',
    ])
      await query(first.superuserUrl, statement)
    await first.stop()
    const { ownerPassword: _, ...before } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'))
    await writeFile(join(dataDir, 'postgres.json'), JSON.stringify(before))

    const { url } = await start()
    expect(await query(url, 'SELECT id, number, state FROM "Odd Name"')).toEqual([
      { id: 1, number: 1, state: 'calm' },
    ])
    for (const statement of [
      'INSERT INTO "Odd Name" (state) VALUES (\'calm\')',
      'ALTER TABLE "Odd Name" ADD COLUMN more text',
      "ALTER TYPE mood ADD VALUE 'glad'",
      'CREATE OR REPLACE FUNCTION told() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
      "SELECT nextval('counted')",
      'CREATE TABLE another (id int)',
      'DROP VIEW seen',
    ])
      await query(url, statement)
    expect(await query(url, 'SELECT count(*)::int AS n FROM "Odd Name"')).toEqual([{ n: 2 }])
  })

  test('rejects a wrong password', async () => {
    const server = await start()
    const url = new URL(server.url)
    url.password = 'wrong'
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  })

  test('loses no acknowledged commit when the server is killed', async () => {
    const server = await start()
    await query(server.url, 'CREATE TABLE acknowledged (n int)')
    const client = new Client({ connectionString: server.url })
    client.on('error', () => {})
    await client.connect()
    let acknowledged = 0
    const writing = (async () => {
      for (;;) {
        await client.query('INSERT INTO acknowledged VALUES ($1)', [acknowledged + 1])
        acknowledged++
      }
    })().catch(() => {})
    while (acknowledged < 50) await new Promise((resolve) => setTimeout(resolve, 5))
    const exits: boolean[] = []
    server.onExit(({ expected }) => exits.push(expected))
    await server.kill()
    await writing
    expect(exits).toEqual([false])
    await server.start()
    const [row] = await query(server.url, 'SELECT count(*)::int AS rows, max(n) AS last FROM acknowledged')
    const { rows } = row as { rows: number }
    expect(rows).toBeGreaterThanOrEqual(acknowledged)
    // One more may have been committed without its response arriving.
    expect(rows).toBeLessThanOrEqual(acknowledged + 1)
  })

  test('ends with a parent that is killed, and a start meanwhile waits for that', async () => {
    const program = `
      import { startPostgres } from ${JSON.stringify(fileURLToPath(new URL('./start-postgres.ts', import.meta.url)))}
      const server = await startPostgres({ dataDir: process.argv[2], database: 'frostline' })
      console.log('ready ' + server.pid)
      setInterval(() => {}, 1000)
    `
    const file = join(dataDir, 'parent.mts')
    await writeFile(file, program)
    const parent = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(/ready (\d+)/.exec(output.toString())?.[1])
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    expect(observeProcess(pid)).not.toBeNull()

    const server = await start()
    expect(observeProcess(pid)).toBeNull()
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    const log = await readFile(join(dataDir, 'postgresql.log'), 'utf8')
    expect(log).toContain('received fast shutdown request')
    expect(log).not.toContain('was not properly shut down')
  })

  test('leaves nothing behind when its parent is killed, even right after its start', async () => {
    for (const moment of ['spawned', 'ready']) {
      const file = join(dataDir, 'parent.mts')
      await writeFile(
        file,
        `import { existsSync } from 'node:fs'
        import { startPostgres } from ${JSON.stringify(fileURLToPath(new URL('./start-postgres.ts', import.meta.url)))}
        const starting = startPostgres({ dataDir: process.argv[2], database: 'frostline' })
        if ('${moment}' === 'ready') await starting
        else while (!existsSync(process.argv[2] + '/data/postmaster.pid')) await new Promise((resolve) => setTimeout(resolve, 5))
        process.kill(process.pid, 'SIGKILL')`,
      )
      const parent = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file, dataDir])
      await once(parent, 'exit')
      const pidFile = join(dataDir, 'data', 'postmaster.pid')
      const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
      expect(await waitUntil(() => observeProcess(pid) === null, 10_000)).toBe(true)
    }
  })

  test('leaves another process alone that got the pid of a dead server', async () => {
    const first = await start()
    const pidFile = join(dataDir, 'data', 'postmaster.pid')
    const left = await readFile(pidFile, 'utf8')
    await first.kill()
    const foreign = spawn('sleep', ['60'], { stdio: 'ignore' })
    try {
      await once(foreign, 'spawn')
      await writeFile(pidFile, left.replace(/^\d+/, String(foreign.pid)), { mode: 0o600 })
      const second = await start()
      expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      expect(foreign.exitCode).toBeNull()
      expect(foreign.signalCode).toBeNull()
    } finally {
      foreign.kill('SIGKILL')
    }
  })

  test("shows PostgreSQL's output when it cannot start", async () => {
    const first = await start()
    await first.stop()
    await writeFile(join(dataDir, 'data', 'postgresql.conf'), 'this is no setting\n')
    await expect(startPostgres({ dataDir, database: 'frostline' })).rejects.toThrow(/syntax error in file/)
  })
})
