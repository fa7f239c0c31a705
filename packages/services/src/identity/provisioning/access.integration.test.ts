import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { openProviderLab, type ProviderLab, settings } from '../auth/testing/open-provider-lab.ts'
import { listSignInProviders, updateSignInProvider } from '../sign-in-provider/manage-providers.ts'
import { setBreakGlass } from '../sign-in-provider/sign-in-policy.ts'
import { addTeamMember, createTeam } from '../team/change-teams.ts'
import { createToken } from '../token/create.ts'
import { disableUser, enableUser, resetPassword, setUserRole } from '../user/manage-users.ts'
import { turnOffProvisioning, turnOnProvisioning } from './manage-provisioning.ts'
import { scimClient } from './testing/scim-client.ts'

let lab: ProviderLab
let admin: ServiceContext
let services: ProviderLab['services']
let idp: ProviderLab['idp']
let token: string
const { scim, addPerson, addGroup, setActive, changeMembers, ann, signInAsAnn } = scimClient(
  () => lab,
  () => token,
)

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
    expect((await ann()).disabledAt).not.toBeNull()
    // Created again, they may sign in again.
    const bySubject = await addPerson('no address', { externalId: 'ann' })
    expect((await ann()).disabledAt).toBeNull()
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

  it('stays disabled where an admin disabled it after the provider, also when created again', async () => {
    const id = await addPerson('ann@example.com', { externalId: 'ann' })
    await signInAsAnn()
    const user = { id: (await ann()).id }
    await setActive(id, false)
    await enableUser(admin, user)
    await disableUser(admin, user)
    await setActive(id, true)
    expect((await ann()).disabledAt).not.toBeNull()
    await scim('DELETE', `/Users/${id}`)
    await addPerson('ann@example.com', { externalId: 'ann' })
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
