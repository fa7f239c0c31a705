import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { openMigratedDatabase } from '@frostline/db/testing'
import { findFreePort } from '@frostline/embedded'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { openRawHttp } from '../testing/raw-http.ts'
import { spawnWeb } from '../testing/web-process.ts'

const mebibyte = 1_048_576
const hugeBytes = 200 * mebibyte

let stack: TestStack
let web: ProductProcess | undefined
let port: number

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  await (await openMigratedDatabase(stack.postgres.url)).close()
  port = await findFreePort()
  web = await spawnWeb(port, {
    DATABASE_URL: stack.postgres.url,
    FROSTLINE_SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'error',
  })
})
afterAll(async () => {
  await web?.kill()
  await stack.stop()
})

const head = (path: string, more: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...more, '', ''].join('\r\n')
const announced = (path: string) => head(path, [`Content-Length: ${hugeBytes}`])
const chunked = (path: string) => head(path, ['Transfer-Encoding: chunked'])
const asChunk = (chunk: Buffer) => [
  Buffer.from(`${chunk.byteLength.toString(16)}\r\n`),
  chunk,
  Buffer.from('\r\n'),
]

/** Peak memory of the process, from the kernel. */
function peakBytes(): number {
  const status = readFileSync(`/proc/${web?.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

const doors = [
  '/api/auth/sign-in/email',
  '/api/auth/change-password',
  '/api/auth/no-such-door',
  '/api/trpc/session.me',
  '/api/v1/users',
  '/api/mcp',
  '/api/health',
  '/api/proofs/x',
  '/sign-in',
  '/',
  '/no-such-page',
  '/_next/image?url=%2Ficon.svg&w=64&q=75',
]

describe('a body that is too large', () => {
  it.each(doors)('is rejected at %s before it is read', async (path) => {
    for (const [start, wrap] of [
      [announced(path), undefined],
      [chunked(path), asChunk],
    ] as const) {
      const client = await openRawHttp(port)
      client.send(start)
      const pouring = client.pour(hugeBytes, wrap)
      const status = await client.status()
      client.close()
      expect(await pouring, 'bytes taken').toBeLessThan(hugeBytes)
      expect(status, client.answer()).toBeGreaterThanOrEqual(400)
      expect(status, client.answer()).toBeLessThan(500)
    }
  })

  it('leaves the process within 512 MiB when fifty arrive at once, announced or not, fast or slow', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const path = doors[index % 5] ?? '/'
        const client = await openRawHttp(port)
        client.send(index % 2 === 0 ? announced(path) : chunked(path))
        // Every fifth one sends a little and then nothing more.
        if (index % 5 === 4) {
          client.send(index % 2 === 0 ? '{' : '1\r\n{\r\n')
          return { client, sent: Promise.resolve(0) }
        }
        return { client, sent: client.pour(hugeBytes, index % 2 === 0 ? undefined : asChunk) }
      }),
    )
    const fast = crowd.filter((_, index) => index % 5 !== 4)
    const statuses = await Promise.all(fast.map(({ client }) => client.status()))
    for (const { client } of crowd) client.close()
    const sent = await Promise.all(crowd.map((each) => each.sent))
    expect(statuses.every((status) => status !== undefined && status >= 400 && status < 500)).toBe(true)
    expect(Math.max(...sent)).toBeLessThan(hugeBytes)
    expect(peakBytes() / mebibyte).toBeLessThan(512)
    expect((await fetch(`http://127.0.0.1:${port}/api/health/live`)).status).toBe(200)
  })
})

it('ends in time although a client sends only half of its body', async () => {
  const client = await openRawHttp(port)
  client.send(`${head('/api/auth/sign-in/email', ['Content-Length: 100'])}{"email":`)
  // It has read that half by now: a later request was answered.
  expect((await fetch(`http://127.0.0.1:${port}/api/health/live`)).status).toBe(200)
  web?.signal('SIGTERM')
  await expect.poll(isRunning, { timeout: 10_000 }).toBe(false)
  client.close()
})

function isRunning(): boolean {
  try {
    return process.kill(web?.pid ?? 0, 0)
  } catch {
    return false
  }
}
