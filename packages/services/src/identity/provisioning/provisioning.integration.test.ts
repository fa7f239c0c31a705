import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { openProviderLab, type ProviderLab, publicUrl, settings } from '../auth/testing/open-provider-lab.ts'
import { listSignInProviders, updateSignInProvider } from '../sign-in-provider/manage-providers.ts'
import { setBreakGlass } from '../sign-in-provider/sign-in-policy.ts'
import { addTeamMember, createTeam } from '../team/change-teams.ts'
import { createToken } from '../token/create.ts'
import { resetPassword, setUserRole } from '../user/manage-users.ts'
import { answerScimRequest } from './answer-scim-request.ts'
import { replaceProvisioningToken, turnOffProvisioning, turnOnProvisioning } from './manage-provisioning.ts'

let lab: ProviderLab
let admin: ServiceContext
let services: ProviderLab['services']
let idp: ProviderLab['idp']
let token: string

beforeAll(async () => {
  lab = await openProviderLab()
  ;({ services, idp } = lab)
})
afterAll(() => lab?.close())
beforeEach(async () => {
  ;({ admin } = await lab.reset())
  token = (await turnOnProvisioning(admin, { id: 'main' })).token
})

const groupsOf = (...groups: string[]) => ({ email: 'ann@example.com', email_verified: true, groups })
const base = `${publicUrl}/api/scim/v2`
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

interface Body extends Record<string, unknown> {
  id: string
  active: boolean
  totalResults: number
  Resources: { id: string; members?: unknown }[]
  members: { display: string }[]
}

async function scim(
  method: string,
  path: string,
  body?: unknown,
  bearer = token,
): Promise<{ status: number; headers: Headers; body: Body }> {
  const response = await answerScimRequest(
    { db: services.db, now: () => services.clock.now, publicUrl },
    new Request(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/scim+json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  }
}

const addPerson = async (userName: string, more: object = {}): Promise<string> => {
  const { status, body } = await scim('POST', '/Users', {
    schemas: [userSchema],
    userName,
    active: true,
    ...more,
  })
  expect(status).toBe(201)
  return body.id
}
const addGroup = async (displayName: string, members: string[] = [], more: object = {}): Promise<string> => {
  const { status, body } = await scim('POST', '/Groups', {
    ...{ displayName, ...more },
    members: members.map((value) => ({ value })),
  })
  expect(status).toBe(201)
  return body.id
}
const setActive = (id: string, active: boolean) =>
  scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active } }] })
const changeMembers = (group: string, op: 'add' | 'remove', ...ids: string[]) =>
  scim('PATCH', `/Groups/${group}`, {
    Operations: [{ op, path: 'members', value: ids.map((value) => ({ value })) }],
  })
const ann = () => services.db.user.findFirstOrThrow({ where: { email: 'ann@example.com' } })
const signInAsAnn = async () => {
  const browser = lab.openVisitor()
  const to = await lab.signIn(browser)
  return { browser, to }
}

describe('the endpoint', () => {
  it('needs the current token', async () => {
    for (const bearer of ['wrong', '', `${token}x`])
      expect((await scim('GET', '/Users', undefined, bearer)).status).toBe(401)
    const { token: newer } = await replaceProvisioningToken(admin, { id: 'main' })
    expect((await scim('GET', '/Users')).status).toBe(401)
    expect((await scim('GET', '/Users', undefined, newer)).status).toBe(200)
    await turnOffProvisioning(admin, { id: 'main' })
    expect((await scim('GET', '/Users', undefined, newer)).status).toBe(401)
    expect(JSON.stringify(await services.db.auditEntry.findMany())).not.toContain(newer.slice(14))
  })

  it('is turned on, renewed and off by admins only', async () => {
    for (const change of [turnOnProvisioning, replaceProvisioningToken, turnOffProvisioning])
      await expect(change(services.as('operator'), { id: 'main' })).rejects.toMatchObject({
        code: 'forbidden',
      })
    await expect(turnOnProvisioning(admin, { id: 'main' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(turnOnProvisioning(admin, { id: 'none' })).rejects.toMatchObject({ code: 'not_found' })
    await turnOffProvisioning(admin, { id: 'main' })
    await expect(turnOffProvisioning(admin, { id: 'main' })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('describes itself', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
    const types = await scim('GET', '/ResourceTypes')
    expect(types.body.Resources.map((each: { id: string }) => each.id)).toEqual(['User', 'Group'])
    expect((await scim('GET', '/ResourceTypes/User')).body.endpoint).toBe('/Users')
    expect((await scim('GET', `/Schemas/${userSchema}`)).body.name).toBe('User')
    expect(types.headers.get('content-type')).toBe('application/scim+json')
  })

  it.each([
    ['GET', '/', 404, undefined],
    ['GET', '/Me', 404, undefined],
    ['GET', '/Users/none', 404, undefined],
    ['GET', '/Users/a/b', 404, undefined],
    ['GET', '/Users/%E0%A4%A', 404, undefined],
    ['DELETE', '/Users/none', 404, undefined],
    ['DELETE', '/Users', 405, undefined],
    ['POST', '/Users/x', 405, {}],
    ['GET', '/Users?filter=userName', 400, undefined],
    ['GET', '/Users?filter=title%20eq%20%22x%22', 400, undefined],
    ['GET', '/Users?count=many', 400, undefined],
    ['POST', '/Users', 400, 'no JSON'],
    ['POST', '/Users', 400, [1]],
    ['POST', '/Users', 400, {}],
    ['POST', '/Users', 400, { userName: 'a\u0000b' }],
    ['POST', '/Groups', 400, { displayName: 'g', members: [{ value: 'none' }] }],
    ['POST', '/Users', 413, { userName: 'x'.repeat(1_100_000) }],
  ])('%s %s is %d', async (method, path, status, body) => {
    const answer = await scim(method, path, body)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({
      ...{ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) },
      detail: expect.stringMatching(/\.$/),
    })
    expect([await services.db.provisionedUser.count(), await services.db.provisionedGroup.count()]).toEqual([
      0, 0,
    ])
  })
})

describe('people', () => {
  it('are created, read, found, changed and removed', async () => {
    const id = await addPerson('Ann@X.test', {
      ...{ externalId: 'e1', name: { givenName: 'Ann', familyName: 'Lee' }, title: 'ignored' },
      emails: [{ value: 'ann@x.test', primary: true }],
    })
    expect((await scim('GET', `/Users/${id}`)).body).toEqual({
      ...{ schemas: [userSchema], id, userName: 'Ann@X.test', externalId: 'e1', active: true },
      name: { givenName: 'Ann', familyName: 'Lee' },
      emails: [{ value: 'ann@x.test', type: 'work', primary: true }],
      meta: {
        ...{ resourceType: 'User', location: `${base}/Users/${id}` },
        created: services.clock.now.toISOString(),
        lastModified: services.clock.now.toISOString(),
      },
    })
    expect((await scim('POST', '/Users', { userName: 'ann@x.TEST' })).body).toMatchObject({
      ...{ status: '409', scimType: 'uniqueness' },
    })
    for (const filter of [
      'userName eq "ANN@x.test"',
      'externalId eq "e1"',
      'emails[value eq "ANN@x.test"]',
      'active eq true',
    ])
      expect((await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(1)
    const none = encodeURIComponent('userName eq "ann" or externalId eq "E1"')
    expect((await scim('GET', `/Users?filter=${none}`)).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    })
    const put = await scim('PUT', `/Users/${id}`, { userName: 'ann@y.test', active: 'False' })
    expect(put.body).toMatchObject({ userName: 'ann@y.test', active: false })
    expect(put.body.emails).toBeUndefined()
    // What is not said gives no access back.
    expect((await scim('PUT', `/Users/${id}`, { userName: 'ann@y.test' })).body.active).toBe(false)
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
    const actions = (
      await services.db.auditEntry.findMany({ where: { objectType: 'provisioned-user' } })
    ).map(({ action, actorName }) => `${action} ${actorName}`)
    expect(actions.sort()).toEqual(
      ['create', 'remove', 'update'].map((verb) => `provisioned-user.${verb} Main`),
    )
  })

  it('come in pages, each of them once, though they were created in the same millisecond', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => addPerson(`p${index}`)))
    const seen: string[] = []
    for (const start of [1, 6, 11]) {
      const { body } = await scim('GET', `/Users?startIndex=${start}&count=5`)
      expect(body).toMatchObject({ totalResults: 12, startIndex: start, itemsPerPage: start === 11 ? 2 : 5 })
      seen.push(...body.Resources.map((each: { id: string }) => each.id))
    }
    expect(seen.sort()).toEqual(ids.sort())
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 12, Resources: [] })
    expect((await scim('GET', '/Users?startIndex=-5&count=-1')).body).toMatchObject({
      startIndex: 1,
      Resources: [],
    })
  })

  it('of another provider are neither seen nor changed', async () => {
    const id = await addPerson('ann')
    const group = await addGroup('data', [id])
    await services.db.signInProvider.create({
      data: {
        ...{
          id: 'second',
          name: 'Second',
          issuer: 'https://second.test',
          clientId: 'x',
          groupsClaim: 'groups',
        },
        createdBy: 'test',
      },
    })
    const { token: other } = await turnOnProvisioning(admin, { id: 'second' })
    expect((await scim('GET', '/Users', undefined, other)).body.totalResults).toBe(0)
    for (const [method, path, body] of [
      ['GET', `/Users/${id}`],
      ['DELETE', `/Users/${id}`],
      ['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active: false } }] }],
      ['GET', `/Groups/${group}`],
      ['DELETE', `/Groups/${group}`],
    ] as const)
      expect((await scim(method, path, body, other)).status).toBe(404)
    const foreign = { displayName: 'mine', members: [{ value: id }] }
    expect((await scim('POST', '/Groups', foreign, other)).status).toBe(400)
    expect((await scim('GET', `/Users/${id}`)).body.active).toBe(true)
  })
})

describe('who left', () => {
  it.each(['PATCH', 'DELETE'])('is out at once by %s: session, tokens and the way in', async (method) => {
    const id = await addPerson('ann@example.com', { externalId: 'ann' })
    const { browser } = await signInAsAnn()
    expect(await browser.whoIs()).toBeDefined()
    const expiresAt = new Date(services.clock.now.getTime() + 86_400_000)
    await createToken(services.as('admin', { id: (await ann()).id }), {
      name: 'hers',
      role: 'viewer',
      expiresAt,
    })
    const answer = method === 'PATCH' ? await setActive(id, false) : await scim('DELETE', `/Users/${id}`)
    expect(answer.status).toBe(method === 'PATCH' ? 200 : 204)
    expect(await browser.whoIs()).toBeUndefined()
    expect(await services.db.apiToken.count({ where: { revokedAt: null } })).toBe(0)
    expect((await ann()).disabledAt).not.toBeNull()
    expect((await signInAsAnn()).to).toBe(
      `/sign-in?error=${method === 'PATCH' ? 'not_assigned' : 'user_disabled'}`,
    )
    expect((await lab.auditOf('user.disable')).at(-1)).toMatchObject({
      ...{ actorName: 'Main', outcome: 'succeeded', objectName: 'ann@example.com' },
      details: { provider: 'Main', userName: 'ann@example.com', endedSessions: 1, revokedTokens: 1 },
    })
    if (method === 'DELETE') return
    await setActive(id, true)
    expect((await ann()).disabledAt).toBeNull()
    expect((await signInAsAnn()).to).toBe('/admin/users')
  })

  it('before the first sign-in does not get in', async () => {
    await addPerson('someone', { externalId: 'ann', active: false })
    expect((await signInAsAnn()).to).toBe('/sign-in?error=not_assigned')
    expect(await services.db.user.count()).toBe(1)
  })

  it('is found by the account, also where that is older, and by an address that the provider verified', async () => {
    await signInAsAnn()
    const byAddress = await addPerson('other', { emails: [{ value: 'ANN@example.com' }] })
    await setActive(byAddress, false)
    expect((await ann()).disabledAt).not.toBeNull()
    await setActive(byAddress, true)
    await scim('DELETE', `/Users/${byAddress}`)
    await services.db.user.update({ where: { id: (await ann()).id }, data: { disabledAt: null } })
    const bySubject = await addPerson('no address', { externalId: 'ann' })
    await setActive(bySubject, false)
    expect((await ann()).disabledAt).not.toBeNull()
  })

  it('stays disabled where an admin did that', async () => {
    const id = await addPerson('ann@example.com', { externalId: 'ann' })
    await signInAsAnn()
    await services.db.user.update({
      where: { id: (await ann()).id },
      data: { disabledAt: services.clock.now },
    })
    await setActive(id, false)
    await setActive(id, true)
    expect((await ann()).disabledAt).not.toBeNull()
  })

  it('as a break-glass admin or as the only admin stays, and the audit says so', async () => {
    const id = await addPerson('ann@example.com', { externalId: 'ann' })
    idp.people.set('ann', groupsOf('clickhouse-admins'))
    const { browser } = await signInAsAnn()
    const { id: annId } = await ann()
    await resetPassword(admin, { id: annId, password: 'a long enough password' })
    await setBreakGlass(admin, { id: annId, breakGlass: true })
    const again = await signInAsAnn()
    expect((await setActive(id, false)).status).toBe(200)
    expect(await again.browser.whoIs()).toBeDefined()
    expect(await browser.whoIs()).toBeUndefined()
    expect((await lab.auditOf('user.disable')).at(-1)).toMatchObject({
      ...{ outcome: 'failed', error: expect.stringContaining('break-glass') },
    })
    await setBreakGlass(admin, { id: annId, breakGlass: false })
    await setUserRole(services.as('admin', { id: annId }), { id: admin.actor.id ?? '', role: 'viewer' })
    await setActive(id, true)
    await setActive(id, false)
    expect((await ann()).disabledAt).toBeNull()
    expect((await lab.auditOf('user.disable')).at(-1)).toMatchObject({ outcome: 'failed' })
    // The provider repeats itself: as soon as there is another admin, it holds.
    await services.db.user.update({ where: { id: admin.actor.id ?? '' }, data: { role: 'admin' } })
    await setActive(id, false)
    expect((await ann()).disabledAt).not.toBeNull()
  })
})

describe('an address that the provider has not verified', () => {
  it('gives nobody the groups of another, but ends access', async () => {
    idp.people.set('eve', { email: 'boss@example.com', groups: ['data'] })
    const eve = lab.openVisitor()
    await lab.signIn(eve, 'eve')
    const id = await addPerson('boss@example.com', { externalId: 'boss' })
    await addGroup('clickhouse-admins', [id])
    expect((await eve.whoIs())?.actor.role).toBe('operator')
    idp.people.set('eve', { email: 'boss@example.com' })
    expect(await lab.signIn(lab.openVisitor(), 'eve')).toBe('/sign-in?error=groups_absent')
    expect((await scim('GET', `/Users/${id}`)).body.active).toBe(true)
    await setActive(id, false)
    expect(await eve.whoIs()).toBeUndefined()
  })
})

describe('groups', () => {
  it('are created, found, renamed and removed', async () => {
    const [a, b] = [await addPerson('a'), await addPerson('b')]
    const id = await addGroup('data', [a], { externalId: 'g1' })
    const path = `/Groups/${id}`
    const members = async () =>
      (await scim('GET', path)).body.members.map((each: { display: string }) => each.display).sort()
    expect((await scim('GET', `${path}?excludedAttributes=members`)).body.members).toBeUndefined()
    expect(
      (await scim('GET', '/Groups?attributes=id,displayName')).body.Resources[0]?.members,
    ).toBeUndefined()
    for (const filter of [
      'displayName eq "data"',
      'externalId eq "g1"',
      `members eq "${a}"`,
      `id eq "${id}" and members.value eq "${a}"`,
    ])
      expect((await scim('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(1)
    expect((await changeMembers(id, 'add', a, b)).status).toBe(204)
    expect((await changeMembers(id, 'add', b)).status).toBe(204)
    expect(await members()).toEqual(['a', 'b'])
    expect((await changeMembers(id, 'add', randomUUID())).status).toBe(400)
    expect((await changeMembers(id, 'remove', a, randomUUID())).status).toBe(204)
    expect(await members()).toEqual(['b'])
    const put = await scim('PUT', path, { displayName: 'new', members: [{ value: a }] })
    expect(put.body).toMatchObject({ displayName: 'new', members: [{ value: a, display: 'a' }] })
    await scim('DELETE', `/Users/${a}`)
    expect(await members()).toEqual([])
    expect((await scim('DELETE', path)).status).toBe(204)
    expect((await scim('GET', path)).status).toBe(404)
  })

  it('change role and teams at once, and end access where none has a role any more', async () => {
    const team = await createTeam(admin, { name: 'Shop', groups: ['shop-id'] })
    const id = await addPerson('ann@example.com', { externalId: 'ann' })
    const { browser } = await signInAsAnn()
    const role = async () => (await browser.whoIs())?.actor.role
    expect(await role()).toBe('operator')
    const admins = await addGroup('clickhouse-admins', [id])
    expect(await role()).toBe('admin')
    const shop = await addGroup('Shop people', [id], { externalId: 'shop-id' })
    const member = { teamId: team.id, userId: (await ann()).id }
    expect(await services.db.teamMember.count({ where: { ...member, providerId: 'main' } })).toBe(1)
    await scim('PATCH', `/Groups/${admins}`, {
      Operations: [{ op: 'Replace', path: 'displayName', value: 'data' }],
    })
    expect(await role()).toBe('operator')
    await changeMembers(shop, 'remove', id)
    expect(await services.db.teamMember.count({ where: member })).toBe(0)
    await scim('DELETE', `/Groups/${admins}`)
    expect(await browser.whoIs()).toBeUndefined()
    expect((await ann()).disabledAt).toBeNull()
    expect((await lab.auditOf('user.end-access')).at(-1)).toMatchObject({ actorName: 'Main' })
  })

  it('keep memberships that an admin gave', async () => {
    const team = await createTeam(admin, { name: 'Kept', groups: ['shop'] })
    const id = await addPerson('ann@example.com', { externalId: 'ann' })
    await signInAsAnn()
    await addTeamMember(admin, { id: team.id, userId: (await ann()).id })
    await changeMembers(await addGroup('data', [id]), 'remove', id)
    expect(await services.db.teamMember.count({ where: { teamId: team.id } })).toBe(1)
  })

  it('stand in for those that the token does not list', async () => {
    const id = await addPerson('ann@example.com', { externalId: 'ann' })
    idp.people.set('ann', { email: 'ann@example.com', email_verified: true })
    expect((await signInAsAnn()).to).toBe('/sign-in?error=groups_absent')
    await addGroup('clickhouse-admins', [id])
    const { browser } = await signInAsAnn()
    expect((await browser.whoIs())?.actor.role).toBe('admin')
    idp.people.set('ann', groupsOf('data'))
    const { browser: later } = await signInAsAnn()
    expect((await later.whoIs())?.actor.role).toBe('operator')
  })
})

it('works while sign-in with the provider is disabled, and shows what it knows', async () => {
  await addPerson('ann@example.com', { externalId: 'ann' })
  await signInAsAnn()
  await updateSignInProvider(admin, {
    ...{ id: 'main', name: 'Main', clientId: idp.clientId, clientSecret: null },
    ...{ ...settings, enabled: false },
  })
  await addGroup('data', [await addPerson('bob', { active: false })])
  const [provider] = await listSignInProviders(admin)
  expect(provider?.provisioning).toMatchObject({ people: 2, inactive: 1, linked: 1, groups: 1 })
  expect(JSON.stringify(provider)).not.toContain('tokenHash')
  await turnOffProvisioning(admin, { id: 'main' })
  expect((await listSignInProviders(admin))[0]?.provisioning).toBeNull()
  expect(await services.db.provisionedUser.count()).toBe(0)
})

it('many changes at once leave what each of them says', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => addPerson(`p${index}`)))
  const group = await addGroup('data')
  const answers = await Promise.all([
    ...ids.map((id) => changeMembers(group, 'add', id)),
    ...ids.map((id) => setActive(id, false)),
    ...Array.from({ length: 5 }, () => scim('POST', '/Users', { userName: 'same' })),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([409, 409, 409, 409])
  expect((await scim('GET', `/Groups/${group}`)).body.members).toHaveLength(10)
  expect((await scim('GET', '/Users?filter=active%20eq%20false')).body.totalResults).toBe(10)
})
