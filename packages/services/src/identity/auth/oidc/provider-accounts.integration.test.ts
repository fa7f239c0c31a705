import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { readAccess } from '../../access/read-access.ts'
import { updateSignInProvider } from '../../sign-in-provider/manage-providers.ts'
import { setBreakGlass } from '../../sign-in-provider/sign-in-policy.ts'
import { addTeamMember, createTeam } from '../../team/change-teams.ts'
import { createToken } from '../../token/create.ts'
import { disableUser } from '../../user/manage-users.ts'
import {
  openProviderLab,
  type ProviderLab,
  password,
  publicUrl,
  settings,
  type Visitor,
} from '../testing/open-provider-lab.ts'

let lab: ProviderLab
let admin: ServiceContext
let rootId: string
let services: ProviderLab['services']
let idp: ProviderLab['idp']

beforeAll(async () => {
  lab = await openProviderLab()
  ;({ services, idp } = lab)
})
afterAll(() => lab?.close())
beforeEach(async () => {
  ;({ admin, rootId } = await lab.reset())
})

const openVisitor = () => lab.openVisitor()
const signIn = (...given: Parameters<ProviderLab['signIn']>) => lab.signIn(...given)
const whoIs = (browser: Visitor) => browser.whoIs()
const auditOf = (action: string) => lab.auditOf(action)

describe('groups', () => {
  it('change the role at the next sign-in, and tokens with more rights end', async () => {
    await signIn(openVisitor())
    idp.people.set('ann', { email: 'ann@example.com', groups: ['data', 'clickhouse-admins'] })
    const browser = openVisitor()
    await signIn(browser)
    expect((await whoIs(browser))?.actor.role).toBe('admin')
    expect((await auditOf('user.set-role')).at(-1)).toMatchObject({
      ...{ actorName: 'Main', outcome: 'succeeded' },
      details: { from: 'operator', to: 'admin', provider: 'Main', group: 'clickhouse-admins' },
    })
  })

  it.each([
    [['others'], 'no_rule'],
    [undefined, 'groups_absent'],
  ])('%j: nobody gets in whom no rule applies to', async (groups, error) => {
    await signIn(openVisitor())
    for (const subject of ['ann', 'new']) {
      idp.people.set(subject, { email: `${subject}@example.com`, ...(groups ? { groups } : {}) })
      const browser = openVisitor()
      expect(await signIn(browser, subject)).toBe(`/sign-in?error=${error}`)
      expect(await whoIs(browser)).toBeUndefined()
      expect((await auditOf('session.sign-in')).at(-1)).toMatchObject({
        ...{ outcome: 'denied', objectName: `${subject}@example.com`, error },
      })
    }
    expect(await services.db.user.count()).toBe(2)
  })

  it('that give no role any more end sessions and tokens; groups that are absent do not', async () => {
    const browser = openVisitor()
    idp.people.set('ann', { email: 'ann@example.com', groups: ['clickhouse-admins'] })
    await signIn(browser)
    const ann = await services.db.user.findFirstOrThrow({ where: { email: 'ann@example.com' } })
    await createToken(services.as('admin', { id: ann.id }), {
      ...{ name: 'hers', role: 'viewer', expiresAt: new Date(services.clock.now.getTime() + 86_400_000) },
    })
    idp.people.set('ann', { email: 'ann@example.com' })
    expect(await signIn(openVisitor())).toBe('/sign-in?error=groups_absent')
    expect(await whoIs(browser)).toBeDefined()
    idp.people.set('ann', { email: 'ann@example.com', groups: ['others'] })
    expect(await signIn(openVisitor())).toBe('/sign-in?error=no_rule')
    expect(await whoIs(browser)).toBeUndefined()
    expect(await services.db.apiToken.count({ where: { revokedAt: null } })).toBe(0)
    expect((await auditOf('user.end-access')).at(-1)).toMatchObject({
      ...{ actorName: 'Main', objectName: 'ann@example.com' },
      details: { provider: 'Main', endedSessions: 1, revokedTokens: 1 },
    })
  })

  it('give the default role where there is one', async () => {
    await updateSignInProvider(admin, {
      ...{ id: 'main', name: 'Main', clientId: idp.clientId, clientSecret: null },
      ...{ ...settings, defaultRole: 'viewer' },
    })
    idp.people.set('ann', { email: 'ann@example.com', groups: ['others'] })
    const browser = openVisitor()
    await signIn(browser)
    expect((await whoIs(browser))?.actor.role).toBe('viewer')
  })

  it('of a team let people in as its members, and out of it again', async () => {
    const team = await createTeam(admin, {
      ...{ name: 'Shop', groups: ['shop'] },
      grants: [{ on: 'tables', role: 'operator', cluster: null, database: 'shop', table: 'a_*' }],
    })
    const other = await createTeam(admin, { name: 'Other', groups: ['other'] })
    idp.people.set('ann', { email: 'ann@example.com', groups: ['shop'] })
    const browser = openVisitor()
    await signIn(browser)
    expect((await whoIs(browser))?.actor.role).toBe('member')
    const ann = await services.db.user.findFirstOrThrow({ where: { email: 'ann@example.com' } })
    expect(await readAccess(services.db, ann)).toEqual([
      { on: 'tables', role: 'operator', clusterId: null, database: 'shop', table: 'a_*' },
    ])
    expect((await auditOf('user.set-teams')).at(-1)).toMatchObject({
      ...{ actorName: 'Main', objectName: 'ann@example.com' },
      details: { provider: 'Main', joined: ['Shop'], left: [] },
    })
    // An admin's membership stays, a group's ends with the group.
    await addTeamMember(admin, { id: other.id, userId: ann.id })
    idp.people.set('ann', { email: 'ann@example.com', groups: ['data'] })
    await signIn(openVisitor())
    expect(await services.db.teamMember.findMany({ where: { userId: ann.id } })).toMatchObject([
      { teamId: other.id, providerId: null },
    ])
    expect((await auditOf('user.set-teams')).at(-1)).toMatchObject({
      details: { joined: [], left: ['Shop'] },
    })
    // Groups that are left out say nothing of teams; that none gives access ends what the provider gave.
    await addTeamMember(admin, { id: team.id, userId: ann.id })
    idp.people.set('ann', { email: 'ann@example.com' })
    expect(await signIn(openVisitor())).toBe('/sign-in?error=groups_absent')
    expect(await services.db.teamMember.count({ where: { userId: ann.id } })).toBe(2)
  })

  it('never take the last admin away', async () => {
    idp.people.set('ann', { email: 'ann@example.com', groups: ['clickhouse-admins'] })
    await signIn(openVisitor())
    await disableUser({ ...admin, actor: { ...admin.actor, id: 'another' } }, { id: rootId })
    idp.people.set('ann', { email: 'ann@example.com', groups: ['data'] })
    const browser = openVisitor()
    await signIn(browser)
    expect((await whoIs(browser))?.actor.role).toBe('admin')
    expect((await auditOf('user.set-role')).at(-1)).toMatchObject({ outcome: 'failed' })
  })
})

describe('accounts', () => {
  it('that are disabled stay out', async () => {
    await signIn(openVisitor())
    const ann = await services.db.user.findFirstOrThrow({ where: { email: 'ann@example.com' } })
    await disableUser(admin, { id: ann.id })
    idp.people.set('ann', { email: 'ann@example.com', groups: ['clickhouse-admins'] })
    const browser = openVisitor()
    expect(await signIn(browser)).toBe('/sign-in?error=user_disabled')
    expect(await whoIs(browser)).toBeUndefined()
    expect(await services.db.user.findUnique({ where: { id: ann.id } })).toMatchObject({ role: 'operator' })
    expect((await auditOf('session.sign-in')).at(-1)).toMatchObject({ outcome: 'denied', objectId: ann.id })
  })

  it('with a password are linked by a verified address only, and only where an admin allows it', async () => {
    idp.people.set('mallory', { email: 'root@example.com', email_verified: true, groups: ['data'] })
    const browser = openVisitor()
    expect(await signIn(browser, 'mallory')).toBe('/sign-in?error=account_not_linked')
    await updateSignInProvider(admin, {
      ...{ id: 'main', name: 'Main', clientId: idp.clientId, clientSecret: null },
      ...{ ...settings, linkByEmail: true },
    })
    idp.people.set('mallory', { email: 'root@example.com', email_verified: false, groups: ['data'] })
    expect(await signIn(browser, 'mallory')).toBe('/sign-in?error=account_not_linked')
    idp.people.set('root', { email: 'Root@Example.com', email_verified: true, groups: ['clickhouse-admins'] })
    expect(await signIn(browser, 'root')).toBe('/admin/users')
    expect((await whoIs(browser))?.actor.id).toBe(rootId)
  })
})

describe('an address', () => {
  const allowLinking = () =>
    updateSignInProvider(admin, {
      ...{ id: 'main', name: 'Main', clientId: idp.clientId, clientSecret: null },
      ...{ ...settings, linkByEmail: true },
    })

  it('never leads to a break-glass admin, whose role the groups do not change', async () => {
    await allowLinking()
    await setBreakGlass(admin, { id: rootId, breakGlass: true })
    idp.people.set('mallory', { email: 'root@example.com', email_verified: true, groups: ['data'] })
    const browser = openVisitor()
    expect(await signIn(browser, 'mallory')).toBe('/sign-in?error=account_not_linked')
    expect(await whoIs(browser)).toBeUndefined()
    expect(await services.db.account.count({ where: { providerId: 'main' } })).toBe(0)
  })

  it('that another person of the provider has now does not lead to the account of the former one', async () => {
    await allowLinking()
    await signIn(openVisitor())
    idp.people.set('ann', { email: 'ann.new@example.com', email_verified: true, groups: ['data'] })
    idp.people.set('bob', { email: 'ann@example.com', email_verified: true, groups: ['data'] })
    const bob = openVisitor()
    expect(await signIn(bob, 'bob')).toBe('/sign-in?error=account_not_linked')
    expect(await whoIs(bob)).toBeUndefined()
  })

  it('that links an account is audited', async () => {
    await allowLinking()
    idp.people.set('root', { email: 'root@example.com', email_verified: true, groups: ['clickhouse-admins'] })
    await signIn(openVisitor(), 'root')
    expect((await auditOf('user.link-provider')).at(-1)).toMatchObject({
      ...{ actorName: 'Main', objectName: 'root@example.com', objectId: rootId },
      details: { provider: 'Main', subject: 'root' },
    })
    await signIn(openVisitor(), 'ann')
    expect(await auditOf('user.link-provider')).toHaveLength(1)
  })

  it.each([
    [{ email_verified: false }, 'email_not_verified'],
    [{ email: 'no address' }, 'email_not_found'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'email_not_found'],
  ])('makes no account with %j', async (claims, error) => {
    idp.people.set('eve', { email: 'eve@example.com', groups: ['data'], ...claims })
    expect(await signIn(openVisitor(), 'eve')).toBe(`/sign-in?error=${error}`)
    expect(await services.db.user.count()).toBe(1)
  })

  it('may be without a word on its verification, as of Microsoft Entra ID, but then links nothing', async () => {
    await allowLinking()
    idp.people.set('eve', { email: 'eve@example.com', groups: ['data'] })
    expect(await signIn(openVisitor(), 'eve')).toBe('/admin/users')
    idp.people.set('mallory', { email: 'root@example.com', groups: ['data'] })
    expect(await signIn(openVisitor(), 'mallory')).toBe('/sign-in?error=account_not_linked')
  })
})

describe('signing out', () => {
  it('ends the session, and returns the address that ends it at the provider', async () => {
    const browser = openVisitor()
    await signIn(browser)
    const { url } = (await (await browser.console('/sign-out', {})).json()) as { url: string }
    expect(await whoIs(browser)).toBeUndefined()
    expect(await services.db.session.count()).toBe(0)
    const { origin, searchParams } = new URL(url)
    expect(origin).toBe(idp.issuer)
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/sign-in`)
    expect(searchParams.get('id_token_hint')).toMatch(/^eyJ/)
    expect((await fetch(url)).status).toBe(200)
  })

  it('stays here for a session that began with a password', async () => {
    const browser = openVisitor()
    await browser.console('/sign-in/email', { email: 'root@example.com', password })
    const answer = (await (await browser.console('/sign-out', {})).json()) as { url?: string }
    expect(answer.url).toBeUndefined()
  })
})
