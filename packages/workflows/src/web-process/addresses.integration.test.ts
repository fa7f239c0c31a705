import { randomBytes } from 'node:crypto'
import type { OpenDatabase } from '@frostline/db'
import { openMigratedDatabase } from '@frostline/db/testing'
import { findFreePort } from '@frostline/embedded'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { spawnWeb } from '../testing/web-process.ts'

let stack: TestStack
let database: OpenDatabase
const started: { web: ProductProcess; url: string }[] = []

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  database = await openMigratedDatabase(stack.postgres.url)
})
afterAll(async () => {
  for (const { web } of started) await web.kill()
  await database.close()
  await stack.stop()
})
beforeEach(async () => {
  await database.db.rateLimit.deleteMany()
})

async function startWeb(env: Record<string, string>): Promise<string> {
  const port = await findFreePort()
  const key = { FROSTLINE_SECRET_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'error' }
  const web = await spawnWeb(port, { DATABASE_URL: stack.postgres.url, ...key, ...env })
  const url = `http://127.0.0.1:${port}`
  started.push({ web, url })
  return url
}

/** Password changes without a session: only their address counts. */
async function guess(url: string, times: number, claim: (index: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1) {
    const response = await fetch(`${url}/api/auth/change-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, 'x-forwarded-for': claim(index) },
      body: JSON.stringify({ currentPassword: 'a wrong password', newPassword: 'another long password' }),
    })
    statuses.push(response.status)
  }
  return statuses
}

const allowed = Array.from({ length: 10 }, () => 401)

it("counts guesses by the socket's address, whatever X-Forwarded-For claims, while no proxy is trusted", async () => {
  const url = await startWeb({})
  expect(await guess(url, 12, (index) => `10.9.${index}.1`)).toEqual([...allowed, 429, 429])
})

it('behind a trusted proxy counts by the right-most address that is no proxy', async () => {
  const url = await startWeb({
    FROSTLINE_TRUSTED_PROXIES: '127.0.0.0/8,10.1.0.0/16',
    FROSTLINE_PUBLIC_URL: 'https://frostline.example.com',
  })
  const forged = await guess(url, 12, (index) => `10.9.${index}.1, 192.0.2.9, 10.1.0.7`)
  expect(forged).toEqual([...allowed, 429, 429])
  expect(await guess(url, 1, () => '192.0.2.10, 10.1.0.7')).toEqual([401])
})

it('sends HSTS where the public address is https', async () => {
  const [plain, secure] = started.map(({ url }) => url)
  for (const path of ['/sign-in', '/api/health/live', '/no-such-page']) {
    const read = async (url: string | undefined) =>
      (await fetch(`${url}${path}`)).headers.get('strict-transport-security')
    expect(await read(plain), path).toBe(null)
    expect(await read(secure), path).toBe('max-age=31536000')
  }
})

/** With a token, whose row is looked up. */
const ask = (path: string) =>
  fetch(`${started[1]?.url}${path}`, { headers: { authorization: 'Bearer fl_nobody' }, redirect: 'manual' })

const failures: Record<number, (path: string) => Promise<Response>> = {
  500: async (path) => {
    await database.db.$executeRaw`ALTER TABLE api_token RENAME TO api_token_away`
    try {
      return await ask(path)
    } finally {
      await database.db.$executeRaw`ALTER TABLE api_token_away RENAME TO api_token`
    }
  },
  // Its connection breaks while it waits.
  503: (path) =>
    database.db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE api_token IN ACCESS EXCLUSIVE MODE`
      const answer = ask(path)
      const waiting = () =>
        tx.$queryRaw<
          { pid: number }[]
        >`SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'api_token'::regclass`
      await expect.poll(async () => (await waiting()).length, { interval: 50 }).toBe(1)
      await tx.$queryRaw`SELECT pg_terminate_backend(${(await waiting())[0]?.pid}::int)`
      return answer
    }),
}

it.each([
  [500, '/api/v1/me'],
  [500, '/api/trpc/session.me'],
  [500, '/api/costs/x'],
  [503, '/api/v1/me'],
  [503, '/api/trpc/session.me'],
  [503, '/api/costs/x'],
] as const)('protects a response of %s at %s like any other', async (status, path) => {
  const response = await failures[status]?.(path)
  expect(response?.status).toBe(status)
  const headers = Object.fromEntries(response?.headers ?? [])
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
    'cache-control': expect.stringContaining('no-store'),
    ...(status === 503 ? { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) } : {}),
  })
  for (const name of ['access-control-allow-origin', 'x-powered-by', 'server', 'set-cookie'])
    expect(headers).not.toHaveProperty([name])
  expect(await response?.text()).not.toMatch(/api_token|prisma|node_modules|\.[cm]?[jt]s:\d/i)
})
