import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { openProviderLab, type ProviderLab } from '../auth/testing/open-provider-lab.ts'
import { replaceProvisioningToken, turnOffProvisioning, turnOnProvisioning } from './manage-provisioning.ts'
import { base, scimClient, userSchema } from './testing/scim-client.ts'

let lab: ProviderLab
let admin: ServiceContext
let services: ProviderLab['services']
let token: string
const { scim, addPerson, addGroup, setActive, changeMembers } = scimClient(
  () => lab,
  () => token,
)

beforeAll(async () => {
  lab = await openProviderLab()
  ;({ services } = lab)
})
afterAll(() => lab?.close())
beforeEach(async () => {
  ;({ admin } = await lab.reset())
  token = (await turnOnProvisioning(admin, { id: 'main' })).token
})

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
