import { type IncomingHttpHeaders, request as send } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from '../support/test.ts'

test.use({ role: null })

const nobody = '00000000-0000-4000-8000-000000000000'

const protective = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

interface Kind {
  what: string
  method?: string
  path: string
  status: number
  /** Of the policy. */
  policy: RegExp
  noStore?: boolean
}

const byNonce = /script-src 'self' 'nonce-[^']+' 'strict-dynamic';.*frame-ancestors 'none'/
const nothing = /^default-src 'none';.*frame-ancestors 'none'/

const kinds: Kind[] = [
  { what: 'a page', path: '/sign-in', status: 200, policy: byNonce },
  { what: 'a redirect', path: '/clusters/demo/tables', status: 307, policy: byNonce },
  { what: 'a health probe', path: '/api/health', status: 200, policy: nothing, noStore: true },
  { what: 'metrics without a token', path: '/api/metrics', status: 401, policy: nothing },
  { what: 'a procedure', path: '/api/trpc/session.me', status: 401, policy: nothing, noStore: true },
  { what: 'an operation', path: '/api/v1/me', status: 401, policy: nothing, noStore: true },
  { what: 'the description of the API', path: '/api/v1/openapi.json', status: 200, policy: nothing },
  { what: 'a door of sign-in', path: '/api/auth/get-session', status: 200, policy: nothing, noStore: true },
  { what: 'what better-auth has and we do not', path: '/api/auth/ok', status: 404, policy: nothing },
  ...['costs', 'load-files', 'removal-objects', 'proofs'].map((door) => ({
    ...{ what: `a download of ${door}`, path: `/api/${door}/${nobody}` },
    ...{ status: 401, policy: nothing, noStore: true },
  })),
  { what: 'a download of runs', path: '/api/activity', status: 401, policy: nothing, noStore: true },
  { what: 'a report', path: `/api/reports/${nobody}`, status: 401, policy: /^$|none/, noStore: true },
  { what: 'an address under /api that is none', path: '/api/nothing', status: 404, policy: nothing },
  { what: 'a path that cannot be read', path: '/%ZZ', status: 400, policy: nothing, noStore: true },
  { what: 'a change of a page', method: 'POST', path: '/', status: 405, policy: nothing, noStore: true },
]

test('every kind of response has the headers that protect it, and none that opens it', async ({ run }) => {
  for (const { what, method = 'GET', path, status, policy, noStore } of kinds) {
    const headers = { origin: 'https://evil.example' }
    const answer = await fetch(`${run.url}${path}`, { method, headers, redirect: 'manual' })
    const own = Object.fromEntries(answer.headers)
    expect([what, answer.status]).toEqual([what, status])
    expect(own, what).toMatchObject(protective)
    expect(own['content-security-policy'] ?? '', what).toMatch(policy)
    if (noStore) expect(own['cache-control'], what).toContain('no-store')
    for (const name of ['access-control-allow-origin', 'x-powered-by', 'server', 'set-cookie'])
      expect(own, what).not.toHaveProperty([name])
    expect(own.location ?? run.url, what).toMatch(new RegExp(`^(/|${run.url})`))
  }
  const preflight = await fetch(`${run.url}/api/trpc/users.create`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

test('the type of static files is not guessed, and a protocol upgrade is rejected', async ({ run }) => {
  const page = await (await fetch(`${run.url}/sign-in`)).text()
  const script = /\/_next\/static\/[^"']+\.js/.exec(page)?.[0] ?? ''
  for (const path of [script, '/icon.svg', '/_next/static/none.js']) {
    const answer = await fetch(`${run.url}${path}`)
    expect(Object.fromEntries(answer.headers), path).toMatchObject(protective)
  }
  const known = { 'if-none-match': (await fetch(`${run.url}${script}`)).headers.get('etag') ?? '' }
  const unchanged = await ask(run.url, script, known)
  expect([unchanged.status, unchanged.headers]).toEqual([304, expect.objectContaining(protective)])
  const { hostname, port } = new URL(run.url)
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (piece) => {
      text += piece.toString()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', () => resolve(text))
    socket.write(
      'GET /api/trpc/events.changes HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
  })
  expect(answer).not.toMatch(/^HTTP\/1.1 101/)
})

test.describe('signed in', () => {
  test.use({ role: 'operator' })
  test('a stream of changes and a download are protected as well', async ({ context, run }) => {
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const end = new AbortController()
    const stream = await fetch(`${run.url}/api/trpc/events.changes`, {
      headers: { cookie, accept: 'text/event-stream' },
      signal: end.signal,
    })
    const download = await fetch(`${run.url}/api/costs/demo?database=demo&table=trips`, {
      headers: { cookie },
    })
    for (const answer of [stream, download]) {
      const own = Object.fromEntries(answer.headers)
      expect(own).toMatchObject(protective)
      expect(own['content-security-policy']).toMatch(nothing)
      expect(own['cache-control']).toMatch(/no-(store|cache)/)
    }
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    end.abort()
  })
})

test('no page redirects to the host that a request names', async ({ run }) => {
  const claims = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '444',
    forwarded: 'host=evil.example',
  }
  for (const path of ['/', '/clusters/demo/tables', '//evil.example', '/%2F/evil.example', '/clusters/demo/'])
    for (const host of ['evil.example', 'evil.example:80', 'user@evil.example', new URL(run.url).host])
      for (const target of [path, `http://evil.example${path}`]) {
        const { status, headers, text } = await ask(run.url, target, { ...claims, host })
        const { location } = headers
        const about = JSON.stringify({ target, host, status, location })
        expect(text.slice(0, 1_000), about).not.toMatch(/(url=|href="|src="|\/\/)evil\.example/)
        if (location === undefined) continue
        expect(location, about).toMatch(/^\/(?![/\\])/)
      }
})

/** With any Host, and any target, which fetch does not send. */
function ask(
  url: string,
  target: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, path: target, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    request.on('error', reject).end()
  })
}

test('what the front rejects is counted', async ({ run }) => {
  const count = async () => {
    const headers = { authorization: `Bearer ${run.apiToken}` }
    const text = await (await fetch(`${run.url}/api/metrics`, { headers })).text()
    return Number(
      /^frostline_refused_requests_total\{reason="method",status="405"\} (\d+)$/m.exec(text)?.[1] ?? 0,
    )
  }
  const before = await count()
  expect((await fetch(`${run.url}/sign-in`, { method: 'PUT' })).status).toBe(405)
  expect(await count()).toBe(before + 1)
})
