import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { type Role, roles } from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { actionOf } from './action-of.ts'
import { listProcedures } from './list-procedures.ts'
import { openTestApi, origin, type TestApi } from './testing/open-test-api.ts'

let stack: TestStack
let doors: TestApi
const tokens = new Map<string, string>()
const cookies = new Map<string, string>()

beforeAll(async () => {
  // As in production: otherwise trpc-to-openapi 3.3 generates the whole document again for each request, which takes
  // 150 ms.
  vi.stubEnv('NODE_ENV', 'production')
  stack = await startTestStack({ shards: 0, postgres: true })
  doors = await openTestApi(stack.postgres.url)
  for (const role of roles) {
    tokens.set(role, await doors.makeToken(role))
    cookies.set(role, await doors.signIn(role))
  }
})
afterAll(async () => {
  await doors.close()
  await stack.stop()
  vi.unstubAllEnvs()
})

const procedures = listProcedures()
const called = procedures.filter(({ type }) => type !== 'subscription')
const offered = procedures.filter(({ openapi }) => openapi)

/** Rejected because of the caller: 401 and 403. Anything else came after the role check. */
function expectedRefusal(needed: Role | undefined, held: Role | 'nobody'): number | undefined {
  if (held === 'nobody') return 401
  if (needed === undefined) return 403
  return roles.indexOf(held) >= roles.indexOf(needed) ? undefined : 403
}

function judge(status: number, expected: number | undefined): void {
  if (expected !== undefined) expect(status).toBe(expected)
  else expect([401, 403, 500]).not.toContain(status)
}

const everybody: (Role | 'nobody')[] = ['nobody', ...roles]

function trpc(path: string, type: string, headers: Record<string, string>) {
  const url = `/api/trpc/${path}`
  return type === 'mutation'
    ? doors.request('POST', url, { headers: { origin, ...headers }, body: { json: {} } })
    : doors.request('GET', `${url}?input=${encodeURIComponent('{"json":{}}')}`, { headers })
}

describe.each(everybody)('over tRPC with a session, %s', (held) => {
  it.each(called)('$path', async ({ path, type, role }) => {
    const cookie = cookies.get(held)
    const response = await trpc(path, type, cookie === undefined ? {} : { cookie })
    judge(response.status, expectedRefusal(role, held))
  })
})

describe.each(everybody)('over REST with a token, %s', (held) => {
  it.each(offered)('$path', async ({ openapi, role }) => {
    if (!openapi) throw new Error('Only those with a REST address are listed.')
    const token = tokens.get(held)
    const path = `/api/v1${openapi.path.replace(/\{\w+\}/g, '00000000-0000-0000-0000-000000000000')}`
    const response = await doors.request(openapi.method, path, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(openapi.method === 'GET' || openapi.method === 'DELETE' ? {} : { body: {} }),
    })
    judge(response.status, expectedRefusal(role, held))
  })
})

describe.each(procedures.filter(({ type }) => type === 'subscription'))('the stream $path', ({ path }) => {
  // The status of a stream is sent before the check whether it is allowed.
  it('sends nothing to a caller that is not signed in', async () => {
    const response = await doors.request(
      'GET',
      `/api/trpc/${path}?input=${encodeURIComponent('{"json":{}}')}`,
      {
        headers: { accept: 'text/event-stream' },
      },
    )
    const events = (await response.text()).split('\n').filter((line) => line.startsWith('event:'))
    expect(events).not.toContain('event: message')
    expect(events.at(-1)).toBe('event: serialized-error')
  })
})

it("a viewer's attempt to change something is audited, once per attempt", async () => {
  await doors.services.db.auditEntry.deleteMany()
  const cookie = cookies.get('viewer') ?? ''
  for (const { path, type } of called) if (type === 'mutation') await trpc(path, type, { cookie })
  const denied = await doors.services.db.auditEntry.findMany({ where: { outcome: 'denied' } })
  const forbidden = called.filter(({ type, role }) => type === 'mutation' && role !== 'viewer')
  expect(denied.map(({ action, objectName }) => `${action} ${objectName}`).sort()).toEqual(
    forbidden.map(({ path }) => `${actionOf(path)} ${path}`).sort(),
  )
})
