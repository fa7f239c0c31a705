import { gzipSync } from 'node:zlib'
import { notifyChange } from '@frostline/db'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { maxStreams, parseAddressRanges } from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { restError } from './rest/rest-error.ts'
import { openTestApi, origin, password, type TestApi } from './testing/open-test-api.ts'

const listedTokens = z.object({ tokens: z.array(z.object({ createdAt: z.string() })) })

let stack: TestStack
let doors: TestApi
let admin: string
let bearer: { authorization: string }

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  doors = await openTestApi(stack.postgres.url, parseAddressRanges(['127.0.0.0/8']))
  admin = await doors.signIn('admin')
  bearer = { authorization: `Bearer ${await doors.makeToken('admin')}` }
})
afterAll(async () => {
  await doors.close()
  await stack.stop()
})

const createUser = (headers: Record<string, string>, email: string) =>
  doors.request('POST', '/api/trpc/users.create', {
    headers,
    body: { json: { email, name: 'Eve', role: 'viewer', password } },
  })

describe('a change by cookie', () => {
  it('is accepted from our own page', async () => {
    expect((await createUser({ cookie: admin, origin }, 'one@example.com')).status).toBe(200)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
    ['a form', { 'content-type': 'text/plain', origin }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is rejected from %s', async (_, headers) => {
    const before = await doors.services.db.user.count()
    const response = await createUser({ cookie: admin, ...headers }, 'two@example.com')
    expect([403, 415]).toContain(response.status)
    expect(await doors.services.db.user.count()).toBe(before)
  })

  it('is not made by a GET', async () => {
    const input = encodeURIComponent(JSON.stringify({ json: { id: 'x' } }))
    const response = await doors.request('GET', `/api/trpc/users.disable?input=${input}`, {
      headers: { cookie: admin },
    })
    expect(response.status).toBe(405)
  })
})

it('returns not found for the ledger of an unknown object', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const headers = { cookie: admin }
  for (const path of [
    `/api/load-files/${nobody}`,
    `/api/removal-objects/${nobody}`,
    `/api/proofs/${nobody}`,
    `/api/reports/${nobody}`,
  ])
    expect([path, (await doors.request('GET', path, { headers })).status]).toEqual([path, 404])
  for (const path of [`/api/v1/loads/${nobody}/files`, `/api/v1/orphan-removals/${nobody}/objects`])
    expect([path, (await doors.request('GET', path, { headers: bearer })).status]).toEqual([path, 404])
})

describe('REST', () => {
  it('accepts no cookie', async () => {
    const response = await doors.request('GET', '/api/v1/users', { headers: { cookie: admin, origin } })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(await response.json()).toEqual({
      code: 'UNAUTHORIZED',
      message: 'You are not signed in.',
      hint: expect.stringContaining('Bearer'),
    })
  })

  it('answers in plain JSON: dates in ISO 8601, no superjson', async () => {
    const response = await doors.request('GET', '/api/v1/me', { headers: bearer })
    expect(await response.json()).toMatchObject({ type: 'token', role: 'admin', sessionId: null })
    const listed = await doors.request('GET', '/api/v1/tokens', { headers: bearer })
    const { tokens } = listedTokens.parse(await listed.json())
    for (const { createdAt } of tokens) expect(new Date(createdAt).toISOString()).toBe(createdAt)
    expect(tokens).not.toHaveLength(0)
  })

  it('reports what is wrong with the input, in the common error format', async () => {
    const body = { email: 'nobody', name: '', role: 'root', password: 'hunter2' }
    const response = await doors.request('POST', '/api/v1/users', { headers: bearer, body })
    expect(response.status).toBe(400)
    const error = restError.strict().parse(await response.json())
    expect(error.message).toMatch(/email:.*name:.*role:.*password:/)
    expect(error.message).not.toContain('hunter2')
  })

  it.each([
    ['GET', '/api/v1/clusters/none', 404],
    ['GET', '/api/v1/none', 404],
    ['DELETE', '/api/v1/tokens/none', 404],
    ['PATCH', '/api/v1/users', 404],
  ])('%s %s gives %i with code and message', async (method, path, status) => {
    const response = await doors.request(method, path, { headers: bearer })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', message: expect.any(String) })
  })

  it('rejects a body that is not JSON, and one that is too large', async () => {
    const send = (body: string) =>
      doors.request('POST', '/api/v1/users', {
        headers: { ...bearer, 'content-type': 'application/json' },
        body,
      })
    expect((await send('x'.repeat(2_000_000))).status).toBe(413)
    expect((await send('not an object')).status).toBe(400)
  })

  it('has a public description', async () => {
    const response = await doors.request('GET', '/api/v1/openapi.json')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] })
  })
})

describe('a malicious body', () => {
  const send = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    doors.answer(
      new Request(`${origin}${path}`, {
        ...{ method: 'POST', body },
        headers: { 'content-type': 'application/json', origin, ...headers },
      }),
    )
  const paths = [
    ['/api/trpc/users.create', () => ({ cookie: admin })],
    ['/api/v1/users', () => bearer],
    ['/api/auth/sign-in/email', () => ({})],
  ] as const

  it.each([
    ['lists', '['.repeat(7_000) + ']'.repeat(7_000)],
    ['objects', `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
    ['lists in the form of superjson', `{"json":${'['.repeat(7_000)}${']'.repeat(7_000)}}`],
    [
      'types of superjson',
      `{"json":{},"meta":{"values":${'[["Date"],{"a":'.repeat(900)}1${'}]'.repeat(900)}}}`,
    ],
  ])('is rejected at any depth: %s', async (_, body) => {
    for (const [path, headers] of paths)
      expect([path, (await send(path, body, headers())).status]).toEqual([path, 400])
  })

  it('is rejected at a depth of 400,000, where it may be that long', async () => {
    for (const [path, headers] of paths.slice(0, 2))
      for (const body of ['['.repeat(400_000) + ']'.repeat(400_000), `{"json":${'['.repeat(900_000)}`])
        expect([path, (await send(path, body, headers())).status]).toEqual([path, 400])
    expect((await doors.request('GET', '/api/v1/me', { headers: bearer })).status).toBe(200)
  })

  it('is not decompressed', async () => {
    const bomb = gzipSync(JSON.stringify({ email: 'x'.repeat(50_000_000) }))
    expect(bomb.length).toBeLessThan(100_000)
    for (const [path, headers] of paths.slice(0, 2)) {
      const answer = await send(path, new Uint8Array(bomb), { ...headers(), 'content-encoding': 'gzip' })
      expect([path, answer.status]).toEqual([path, 400])
    }
    expect((await send('/api/auth/sign-in/email', new Uint8Array(bomb))).status).toBe(413)
  })

  it.each(['__proto__', 'constructor', 'prototype'])('reaches no prototype by %s', async (key) => {
    const wire = `{"json":{"email":"p@example.com","name":"P","role":"viewer","password":"${password}"},"meta":{"values":{"${key}.polluted":["Date"]},"referentialEqualities":{"email":["${key}.polluted"]}}}`
    for (const body of [wire, `{"json":{"${key}":{"polluted":1}}}`, `{"${key}":{"polluted":1}}`])
      for (const [path, headers] of paths) {
        const { status } = await send(path, body, headers())
        expect([path, status < 500]).toEqual([path, true])
      }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('no response, log or table', () => {
  it('contains a password or a token that was sent', async () => {
    const secrets = ['a very secret password', 'p4ssw0rd-of-clickhouse']
    const answers = await Promise.all([
      doors.request('POST', '/api/v1/users', {
        headers: bearer,
        body: { email: 'sam@example.com', name: 'Sam', role: 'viewer', password: secrets[0] },
      }),
      doors.request('POST', '/api/v1/clusters', {
        headers: bearer,
        body: {
          name: 'Nowhere',
          username: 'u',
          password: secrets[1],
          acceptUnusable: true,
          nodes: [{ url: 'http://127.0.0.1:1', shard: 1, replica: 1 }],
        },
      }),
      doors.request('GET', '/api/v1/clusters', { headers: bearer }),
      doors.request('GET', '/api/v1/audit', { headers: bearer }),
      doors.request('GET', '/api/v1/tokens', { headers: bearer }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    const { db } = doors.services
    const tables = [await db.user.findMany(), await db.account.findMany(), await db.auditEntry.findMany()]
    const clusters = await db.cluster.findMany()
    const sealed = clusters.map((cluster) => Buffer.from(cluster.sealedPassword).toString('latin1'))
    const seen = JSON.stringify([texts, tables, sealed, doors.calls, doors.faults.map(String)])
    for (const secret of [...secrets, bearer.authorization.slice('Bearer '.length)])
      expect(seen).not.toContain(secret)
  })
})

describe('the stream of changes', () => {
  async function openStream(input: unknown, headers: Record<string, string> = { cookie: admin }) {
    const query = `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`
    const response = await doors.request('GET', `/api/trpc/events.changes${query}`, {
      headers: { accept: 'text/event-stream', ...headers },
    })
    expect(response.status).toBe(200)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      async until(pattern: RegExp) {
        while (!pattern.test(text)) {
          const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
          if (done) throw new Error(`The stream ended with ${text}`)
          text += value
        }
        return text
      },
      close: () => reader?.cancel(),
    }
  }

  it('delivers the requested topics', async () => {
    const stream = await openStream({ topics: ['cluster'] })
    await stream.until(/connected/)
    // Received only once the subscription exists, which the first event after it shows.
    const ticking = setInterval(() => void notifyChange(doors.services.db, 'cluster', 'seen'), 50)
    await notifyChange(doors.services.db, 'audit', 'unwanted')
    const text = await stream.until(/id: [0-9a-f]{8}-1\n/)
    clearInterval(ticking)
    expect(text).not.toContain('unwanted')
    expect(text).toContain('"topic":"cluster","id":"seen"')
    await stream.close()
  })

  it('begins with what has changed since the document was read', async () => {
    const since = doors.changes.position()
    await notifyChange(doors.services.db, 'cluster', 'missed')
    await expect.poll(() => doors.changes.position()).not.toBe(since)
    const stream = await openStream({ since })
    expect(await stream.until(/"id":"missed"/)).not.toContain('resync')
    await stream.close()
  })

  it('tells a reconnecting client to reload', async () => {
    const stream = await openStream({ lastEventId: 'x-1' })
    expect(await stream.until(/"kind":"\w+"/)).toContain('resync')
    await stream.close()
  })

  it('allows a limited number per person, and again one after another has ended', async () => {
    const cookie = await doors.signIn('viewer')
    const open = () => openStream({ lastEventId: 'x-1' }, { cookie })
    const streams = await Promise.all(Array.from({ length: maxStreams }, open))
    for (const stream of streams) await stream.until(/resync/)
    const refused = await open()
    expect(await refused.until(/serialized-error[^\n]*\n[^\n]*\n/)).toContain('TOO_MANY_REQUESTS')
    await (await openStream({ lastEventId: 'x-1' })).until(/resync/)
    await streams[0]?.close()
    await expect
      .poll(async () => {
        const again = await open()
        const text = await again.until(/resync|serialized-error/)
        await again.close()
        return text.includes('resync')
      })
      .toBe(true)
    for (const stream of streams) await stream.close()
  })

  it('ends when the process stops', async () => {
    const stream = await openStream({})
    await stream.until(/connected/)
    await doors.changes.close()
    await expect(stream.until(/never/)).rejects.toThrow('The stream ended')
  })
})
