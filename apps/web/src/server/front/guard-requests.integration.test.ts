import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, BlockList, connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { securityHeaders } from '../../security/security-headers.ts'
import { guardRequests } from './guard-requests.ts'
import type { Refusal } from './refusals.ts'

const addressHeader = 'x-test-address'
let server: Server
let port: number
const seen: IncomingMessage[] = []
const refusals: Refusal[] = []
let endGuard: () => void

beforeAll(async () => {
  server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
    seen.push(request)
    response.end('done')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  endGuard = guardRequests({
    addressHeader,
    trustedProxies: new BlockList(),
    https: true,
    maxBodyBytes: 1_000,
    requestTimeoutMs: 200,
    lingerMs: 50,
    onRefusal: (refusal) => refusals.push(refusal),
  })
})
afterAll(() => {
  // Other tests' servers in this process must not be guarded.
  endGuard()
  server.close()
})

/** Sends it and returns everything until the server closed the connection. */
async function talk(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return answer
}

const post = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')

it("reports the socket's address, whatever the request claims", async () => {
  seen.length = 0
  const headers = { 'x-forwarded-for': '192.0.2.9', [addressHeader]: '192.0.2.9' }
  const response = await fetch(`http://127.0.0.1:${port}/api/x`, { headers })
  expect(await response.text()).toBe('done')
  expect(seen[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', [addressHeader]: '127.0.0.1' })
  expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

it('passes small requests on, under /api only', async () => {
  seen.length = 0
  const url = (path: string) => `http://127.0.0.1:${port}${path}`
  const send = (path: string, length: number) =>
    fetch(url(path), { method: 'POST', body: 'a'.repeat(length) }).then(({ status }) => status)
  expect(await send('/api/x', 1_000)).toBe(200)
  expect(await send('/api/x', 1_001)).toBe(413)
  expect(await send('/', 1)).toBe(405)
  expect((await fetch(url('/'))).status).toBe(200)
  expect(await talk('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
  expect(seen.map(({ url }) => url)).toEqual(['/api/x', '/'])
  expect(refusals.map(({ reason, status, path }) => [reason, status, path])).toEqual([
    ['body-too-large', 413, '/api/x'],
    ['method', 405, '/'],
    ['body-of-page', 400, '/'],
  ])
  expect(new Set(refusals.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']))
})

it('explains an invalid URL, before Next.js sees it', async () => {
  seen.length = 0
  for (const path of ['/api/v1/clusters/%ZZ', '/clusters/%', '/api/reports/%c0%ae', '/%ed%a0%80', '/a%00b'])
    expect(await talk(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400[\s\S]*"message":"The URL is not valid. Encode a percent sign as %25/,
    )
  expect(seen).toEqual([])
  const fine = await fetch(`http://127.0.0.1:${port}/api/x%25ZZ/%C3%A4?q=%ZZ`)
  expect(fine.status).toBe(200)
})

it.each([
  ['http://evil.example', '/'],
  ['http://evil.example/a?b=http://c/', '/a?b=http://c/'],
  ['HTTPS://x@evil.example:1/a//b', '/a//b'],
  ['http://evil.example?b', '/?b'],
])('passes %s on without the host', async (target, path) => {
  seen.length = 0
  expect(await talk(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(/ 200 /)
  expect(seen.map(({ url }) => url)).toEqual([path])
})

it.each([
  ['two lengths', post('/api/x', 'Content-Length: 3', 'Content-Length: 4')],
  ['a length beside chunks', post('/api/x', 'Content-Length: 3', 'Transfer-Encoding: chunked')],
  ['chunks that are not the last coding', post('/api/x', 'Transfer-Encoding: chunked, identity')],
  ['a line end in a header', post('/api/x', 'X-A: b\rContent-Length: 9')],
  ['white space before a colon', post('/api/x', 'Content-Length : 3')],
  ['no HTTP', 'HELO\r\n\r\n'],
  ['headers of 20 KiB', post('/api/x', `X-A: ${'a'.repeat(20_000)}`)],
])('answers %s itself, closes the connection, and records it', async (_, text) => {
  seen.length = 0
  refusals.length = 0
  expect(await talk(`${text}abcGET /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 4(00|31)/)
  expect(seen).toEqual([])
  expect(refusals).toMatchObject([{ reason: 'malformed', address: '127.0.0.1' }])
})

it.each([
  ['what is handed on', 'GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200],
  ['a door', 'GET /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200],
  ['a refusal', 'PUT /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
  ['a large body', post('/api/x', 'Content-Length: 2000'), 413],
  ['no HTTP', 'HELO\r\n\r\n', 400],
])('protects the response to %s', async (_, text, status) => {
  const answer = (await talk(text)).toLowerCase()
  expect(answer).toMatch(new RegExp(`^http/1.1 ${status}`))
  for (const [name, value] of Object.entries(securityHeaders))
    expect(answer.split(`\r\n${name}: ${value}\r\n`.toLowerCase())).toHaveLength(2)
  const policy = status === 200 && !text.includes('/api/') ? 1 : 2
  expect(answer.split("\r\ncontent-security-policy: default-src 'none';")).toHaveLength(policy)
})

it('ends a connection whose headers never end', async () => {
  expect(await talk('GET /api/x HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1.1 408/)
})

it('ends a connection whose body never arrives, after its response', async () => {
  expect(await talk(`${post('/api/x', 'Content-Length: 1000')}a`)).toMatch(/^HTTP\/1.1 200/)
  expect(await talk(`${post('/api/x', 'Transfer-Encoding: chunked')}1\r\na\r\n`)).toMatch(/^HTTP\/1.1 200/)
})
