import { randomUUID } from 'node:crypto'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import {
  createCustomRole,
  createTeam,
  createToken,
  listTeams,
  removeCustomRole,
  removeTeam,
  setUserGrants,
  updateCustomRole,
} from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listProcedures } from './list-procedures.ts'
import { listVerbs } from './render-verbs.ts'
import { openTestApi, origin, type TestApi } from './testing/open-test-api.ts'

let stack: TestStack
let doors: TestApi
let clusterId = ''
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  stack = await startTestStack({ shards: 0, postgres: true })
  doors = await openTestApi(stack.postgres.url)
  clusterId = randomUUID()
  await doors.services.db.cluster.create({
    data: { id: clusterId, slug: 'prod', name: 'Prod', username: 'u', sealedPassword: new Uint8Array(1) },
  })
})
afterAll(async () => {
  await doors?.close()
  await stack?.stop()
  vi.unstubAllEnvs()
})

const admin = () => doors.services.as('admin')
const procedures = listProcedures()
const verbs = listVerbs().map(({ path }) => path)
const half = verbs.filter((_, index) => index % 2 === 0)

async function personWith(grants: Parameters<typeof setUserGrants>[1]['grants']) {
  const { cookie, userId } = await doors.signInMember()
  await setUserGrants(admin(), { id: userId, grants })
  return { cookie, userId }
}

async function call(path: string, cookie: string, input: object = {}) {
  const type = procedures.find((each) => each.path === path)?.type
  const url = `/api/trpc/${path}`
  const answer =
    type === 'mutation'
      ? await doors.request('POST', url, { headers: { origin, cookie }, body: { json: input } })
      : await doors.request('GET', `${url}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`, {
          headers: { cookie },
        })
  return { status: answer.status, text: await answer.text() }
}

describe('a custom role on everything', () => {
  let cookie = ''
  let token = ''
  beforeAll(async () => {
    await createCustomRole(admin(), { name: 'half', verbs: half })
    const person = await personWith([{ on: 'everything', role: 'half' }])
    cookie = person.cookie
    token = await doors.makeTokenOf(person.userId)
  })

  const called = procedures.filter(({ type }) => type !== 'subscription')
  it.each(called)('gives $path only as its verbs say', async ({ path, role, openapi }) => {
    const expected = role === 'viewer' || half.includes(path)
    const { status } = await call(path, cookie)
    if (expected) expect([401, 403, 500]).not.toContain(status)
    else expect(status).toBe(403)
    if (!openapi) return
    const at = `/api/v1${openapi.path.replace(/\{\w+\}/g, '00000000-0000-0000-0000-000000000000')}`
    const rest = await doors.request(openapi.method, at, {
      headers: { authorization: `Bearer ${token}` },
      ...(openapi.method === 'GET' || openapi.method === 'DELETE' ? {} : { body: {} }),
    })
    if (expected) expect([401, 403, 500]).not.toContain(rest.status)
    else expect(rest.status).toBe(403)
  })

  it('has no verb that gives roles', () => {
    const kept = procedures.filter(({ path }) =>
      /^(users|teams|tokens|customRoles|desiredState)\./.test(path),
    )
    expect(kept.length).toBeGreaterThan(20)
    for (const { path } of kept) expect(verbs).not.toContain(path)
  })
})

describe('a custom role on some tables', () => {
  const plan = (database: string) => ({
    ...{ cluster: 'prod', database, table: 'orders', targetVolume: 'cold' },
    goal: { kind: 'older-than', before: '2026-01-01T00:00:00Z' },
  })

  it('ends where its grant ends, and says which role lacks the verb', async () => {
    await createCustomRole(admin(), { name: 'mover', verbs: ['tierMigrations.plan'] })
    const { cookie } = await personWith([
      { on: 'tables', role: 'mover', cluster: 'prod', database: 'shop', table: '*' },
      { on: 'tables', role: 'viewer', cluster: 'prod', database: 'web', table: '*' },
    ])
    // The cluster has no nodes, so the plan fails later.
    expect((await call('tierMigrations.plan', cookie, plan('shop'))).status).not.toBe(403)
    expect((await call('tierMigrations.plan', cookie, plan('web'))).status).toBe(403)
    expect((await call('tierMigrations.plan', cookie, plan('other'))).status).toBe(404)
    const { status, text } = await call('tablePolicy.change', cookie, {
      ...{ cluster: 'prod', database: 'shop', table: 'orders', policy: 'tiered' },
    })
    expect([status, text]).toEqual([403, expect.stringContaining('This needs the role operator')])
  })

  it('changes at the next request, and is not deleted while it is granted', async () => {
    const { id } = await createCustomRole(admin(), { name: 'changing', verbs: ['loads.inspect'] })
    const team = await createTeam(admin(), {
      name: 'changers',
      grants: [{ on: 'tables', role: 'changing', cluster: null, database: 'shop', table: '*' }],
    })
    const { cookie, userId } = await doors.signInMember()
    await doors.services.db.teamMember.create({ data: { teamId: team.id, userId, addedAt: new Date() } })
    expect((await call('tierMigrations.plan', cookie, plan('shop'))).status).toBe(403)
    await updateCustomRole(admin(), { id, name: 'changed', verbs: ['tierMigrations.plan'] })
    expect((await call('tierMigrations.plan', cookie, plan('shop'))).status).not.toBe(403)
    const [shown] = (await listTeams(admin())).filter(({ name }) => name === 'changers')
    expect(shown?.grants).toMatchObject([
      { role: 'changed', custom: { verbs: ['tierMigrations.plan'], max: 'operator' } },
    ])
    await expect(removeCustomRole(admin(), { id })).rejects.toThrow('granted to the team changers')
    await removeTeam(admin(), { id: team.id })
    await removeCustomRole(admin(), { id })
  })
})

it('a token has of a custom role only what its own role allows', async () => {
  await createCustomRole(admin(), { name: 'both', verbs: ['tableTtls.preview', 'tierMigrations.plan'] })
  const { userId } = await personWith([{ on: 'everything', role: 'both' }])
  const { secret } = await createToken(doors.services.as('admin', { id: userId }), {
    ...{ name: 'limited', role: 'operator', expiresAt: new Date(Date.now() + 86_400_000) },
  })
  const post = (path: string, body: object) =>
    doors.request('POST', `/api/v1${path}`, { headers: { authorization: `Bearer ${secret}` }, body })
  const ttl = await post('/clusters/prod/tables/shop/orders/ttl/preview', { ttl: '' })
  expect(ttl.status).toBe(403)
  const plan = await post('/clusters/prod/tier-migrations', { database: 'shop', table: 'orders' })
  expect(plan.status).not.toBe(403)
})

it.each([
  [{ name: 'admin', verbs: ['loads.start'] }, 'built-in role'],
  [{ name: 'x', verbs: ['users.setRole'] }, 'There is no verb users.setRole'],
  [{ name: 'x', verbs: [] }, 'Choose at least one verb'],
  [{ name: 'half', verbs: ['loads.start'] }, 'already a custom role'],
])('refuses the custom role %j', async (role, message) => {
  await expect(createCustomRole(admin(), role)).rejects.toThrow(message)
})

it('refuses a grant of a role that does not exist', async () => {
  await expect(
    createTeam(admin(), { name: 'none', grants: [{ on: 'everything', role: 'nobody' }] }),
  ).rejects.toThrow('There is no role nobody')
})
