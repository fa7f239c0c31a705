import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase, type OpenDatabase } from '../database.ts'
import { changeChannel } from './change.ts'
import { type ChangeEvent, type ChangeListener, listenChanges } from './listen-changes.ts'
import { notifyChange } from './notify-change.ts'

let stack: TestStack
let open: OpenDatabase
let admin: pg.Client
let listener: ChangeListener
let heard: ChangeEvent[]

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  open = createDatabase({ connectionString: stack.postgres.url })
  admin = new pg.Client({ connectionString: stack.postgres.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await open.close()
  await stack.stop()
})

beforeEach(async () => {
  heard = []
  listener = listenChanges(stack.postgres.url, (event) => heard.push(event))
  await vi.waitFor(async () => expect(await listenerPids()).toHaveLength(1), { timeout: 30_000 })
  return async () => {
    await listener.close()
    // The server ends a session a moment after its client; otherwise the next test would take it for its own.
    await vi.waitFor(async () => expect(await listenerPids()).toEqual([]), { timeout: 30_000 })
  }
})

async function listenerPids(): Promise<number[]> {
  const { rows } = await admin.query(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'frostline-listen' AND query LIKE 'LISTEN%' AND state = 'idle'`,
  )
  return rows.map((row) => row.pid)
}

const hears = (event: unknown) => vi.waitFor(() => expect(heard).toContainEqual(event), { timeout: 30_000 })

describe('notifyChange and listenChanges', () => {
  it('carry a change when its transaction commits, once', async () => {
    await open.db.$transaction(async (tx) => {
      await notifyChange(tx, 'cluster', 'a')
      await notifyChange(tx, 'cluster', 'a')
      expect(heard).toEqual([])
    })
    await notifyChange(open.db, 'cluster', 'b')
    await hears({ kind: 'change', topic: 'cluster', id: 'b' })
    expect(heard.filter((event) => event.kind === 'change' && event.id === 'a')).toHaveLength(1)
  })

  it('deliver a change when its transaction commits, once', async () => {
    const failing = open.db.$transaction(async (tx) => {
      await notifyChange(tx, 'cluster', 'never')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await notifyChange(open.db, 'cluster', 'after')
    await hears({ kind: 'change', topic: 'cluster', id: 'after' })
    expect(JSON.stringify(heard)).not.toContain('never')
  })

  it('deliver nothing of a transaction that is rolled back', async () => {
    const id = `'; DROP TABLE "user"; -- ${'ü'.repeat(100)}`
    await notifyChange(open.db, 'tier-migration', id)
    await hears({ kind: 'change', topic: 'tier-migration', id })
  })

  it('deliver any text unchanged', async () => {
    const [before] = await listenerPids()
    await admin.query('SELECT pg_terminate_backend($1)', [before])
    await hears({ kind: 'resync' })
    await notifyChange(open.db, 'cluster', 'back')
    await hears({ kind: 'change', topic: 'cluster', id: 'back' })
    expect(heard.findIndex((event) => event.kind === 'resync')).toBe(0)
  })

  it('reconnect after the connection was killed, and report it first', async () => {
    await admin.query(`SELECT pg_notify('${changeChannel}', 'not json')`)
    await notifyChange(open.db, 'cluster', 'fine')
    await hears({ kind: 'change', topic: 'cluster', id: 'fine' })
    expect(heard).toHaveLength(1)
  })

  it('ignore what others send on the channel', async () => {
    const silent = createServer((socket) => void socket.resume())
    const met = once(silent, 'connection')
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    const connecting = listenChanges(`postgresql://a:b@127.0.0.1:${port}/c`, () => undefined)
    await met
    await connecting.close()
    silent.close()
  })

  it('close while the server does not respond', async () => {
    await listener.close()
    await vi.waitFor(async () => expect(await listenerPids()).toEqual([]), { timeout: 30_000 })
  })
})
