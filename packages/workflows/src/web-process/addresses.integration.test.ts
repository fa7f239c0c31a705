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

/** Changes of a password by nobody: what counts them is their address alone. */
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

it('counts guesses by the socket, whatever X-Forwarded-For claims, while no proxy is trusted', async () => {
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

it('tells browsers to stay with https where that is how people reach the console', async () => {
  const [plain, secure] = started.map(({ url }) => url)
  for (const path of ['/sign-in', '/api/health/live', '/no-such-page']) {
    const read = async (url: string | undefined) =>
      (await fetch(`${url}${path}`)).headers.get('strict-transport-security')
    expect(await read(plain), path).toBe(null)
    expect(await read(secure), path).toBe('max-age=31536000')
  }
})
