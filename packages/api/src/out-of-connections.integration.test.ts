import { createDatabase, type OpenDatabase } from '@frostline/db'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { readReadiness } from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApi, origin, password, type TestApi } from './testing/open-test-api.ts'

let stack: TestStack
let doors: TestApi
let above: OpenDatabase
let token: string
let cookie: string
const hogs: OpenDatabase[] = []

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true, embeddedOnly: true })
  const { postgres } = stack.embedded
  const first = createDatabase({ connectionString: postgres.superuserUrl, maxConnections: 1 })
  await first.db.$executeRawUnsafe('ALTER SYSTEM SET max_connections = 20')
  await first.close()
  await postgres.kill()
  await postgres.start()
  doors = await openTestApi(stack.postgres.url)
  above = createDatabase({ connectionString: postgres.superuserUrl, maxConnections: 1 })
  token = await doors.makeToken('viewer')
  cookie = await doors.signIn('viewer')
})
afterAll(async () => {
  await endHogs()
  await above?.close()
  await Promise.all(hogs.map((each) => each.close()))
  await doors?.close()
  await stack?.stop()
})

/** Until only the superuser can connect. */
async function takeAllConnections(): Promise<void> {
  for (;;) {
    const hog = createDatabase({ connectionString: stack.postgres.url, maxConnections: 1 })
    hogs.push(hog)
    const held = await hog.db.$queryRaw`SELECT 1`.then(
      () => true,
      () => false,
    )
    if (!held) return
    // Idle connections are released after a while.
    hog.db.$queryRaw`SELECT pg_sleep(600)`.catch(() => undefined)
  }
}

const endHogs = () => above.db.$queryRaw`
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()`

/** Terminates the API's connections, then takes the freed ones. */
async function takeThoseOfTheDoors(): Promise<void> {
  await above.db.$queryRaw`
    SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
    WHERE usename <> 'postgres' AND pid <> pg_backend_pid() AND query NOT LIKE '%pg_sleep(600)%'`
  await takeAllConnections()
}

const downloads = ['proofs', 'reports', 'load-files', 'removal-objects', 'costs', 'activity'].map(
  (door) => `/api/${door}/00000000-0000-4000-8000-000000000000`,
)
const ask: Record<string, () => Promise<Response>> = {
  rest: () => doors.request('GET', '/api/v1/me', { headers: { authorization: `Bearer ${token}` } }),
  trpc: () => doors.request('GET', '/api/trpc/session.me', { headers: { cookie } }),
  'sign-in': () =>
    doors.request('POST', '/api/auth/sign-in/email', {
      headers: { origin },
      body: { email: 'viewer-1@example.com', password },
    }),
  ...Object.fromEntries(
    downloads.map((path) => [path, () => doors.request('GET', path, { headers: { cookie } })]),
  ),
}

it('returns 503 with Retry-After when PostgreSQL has no connection left, logs it, and recovers', async () => {
  const usual = new Map<string, number>()
  for (const [door, request] of Object.entries(ask)) usual.set(door, (await request()).status)
  for (const [door, status] of usual) expect([door, status < 500]).toEqual([door, true])
  expect(await readReadiness(doors.services.db, new Date())).toMatchObject({
    database: { ok: true, fault: null },
  })
  await takeAllConnections()
  await takeThoseOfTheDoors()

  for (const [door, request] of Object.entries(ask)) {
    const response = await request()
    expect([door, response.status]).toEqual([door, 503])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.text()).toMatch(/PostgreSQL has no connection left/)
  }
  expect(await readReadiness(doors.services.db, new Date())).toMatchObject({
    database: { ok: false, fault: expect.stringMatching(/no connection left/) },
  })
  expect(doors.faults).toEqual([])

  await endHogs()
  for (const [door, request] of Object.entries(ask))
    await expect.poll(async () => [door, (await request()).status]).toEqual([door, usual.get(door)])
})

it('returns 503 when a connection breaks while a session is read, though another one exists', async () => {
  for (const request of [ask.trpc, ask['sign-in']]) {
    if (!request) throw new Error('There is no such door.')
    const response = await above.db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE session IN ACCESS EXCLUSIVE MODE`
      const answer = request()
      const waiting = () =>
        tx.$queryRaw<
          { pid: number }[]
        >`SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'session'::regclass`
      await expect.poll(async () => (await waiting()).length, { interval: 50 }).toBe(1)
      await tx.$queryRaw`SELECT pg_terminate_backend(${(await waiting())[0]?.pid}::int)`
      return answer
    })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.text()).toMatch(/database does not answer/)
  }
  expect(doors.faults).toEqual([])
})
