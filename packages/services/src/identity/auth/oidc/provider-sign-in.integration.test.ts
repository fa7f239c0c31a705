import { deriveSecret } from '@frostline/db'
import { judgeDiscovery } from '@frostline/domain'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { startTestOidcProvider, type TestOidcProvider } from '@frostline/embedded/testing/oidc'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { loopbackExempt, nothingExempt } from '../../../platform/net/explain-address.ts'
import { openTestServices, type TestServices } from '../../../testing.ts'
import {
  checkSignInProvider,
  createSignInProvider,
  listSignInProviders,
  removeSignInProvider,
  updateSignInProvider,
} from '../../sign-in-provider/manage-providers.ts'
import { isAllowedEndpoint } from '../../sign-in-provider/read-discovery.ts'
import { setBreakGlass, setSignInPolicy } from '../../sign-in-provider/sign-in-policy.ts'
import { createToken } from '../../token/create.ts'
import { createUser } from '../../user/create.ts'
import { disableUser, listUsers, setUserRole } from '../../user/manage-users.ts'
import { type Authentication, createAuthentication, providerSessionHours } from '../create-auth.ts'
import { openBrowser } from '../testing/open-browser.ts'
import { clockToleranceSeconds } from './verify-id-token.ts'

const publicUrl = 'http://localhost:3000'
const addressHeader = 'x-test-address'
const password = 'a long enough password'

let stack: TestStack
let services: TestServices
let idp: TestOidcProvider
let other: TestOidcProvider
let auth: Authentication
let admin: ServiceContext
let rootId: string
const logged: string[] = []

const rules = [
  { group: 'clickhouse-admins', role: 'admin' as const },
  { group: 'data', role: 'operator' as const },
]
const settings = {
  ...{ buttonLabel: '', scopes: ['email', 'profile', 'groups'], groupsClaim: 'groups', roleRules: rules },
  ...{ defaultRole: null, linkByEmail: false, enabled: true },
}
const callbackUrls = ['main', 'second'].map((id) => `${publicUrl}/api/auth/callback/${id}`)

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  idp = await startTestOidcProvider({ callbackUrls, signedOutUrls: [`${publicUrl}/sign-in`] })
  other = await startTestOidcProvider({ callbackUrls })
})
afterAll(async () => {
  await idp?.stop()
  await other?.stop()
  await services?.close()
  await stack?.stop()
})
beforeEach(async () => {
  const { db } = services
  services.clock.now = new Date()
  for (const provider of [idp, other]) {
    provider.tamper(null)
    provider.describe(null)
    provider.people.clear()
  }
  await db.rateLimit.deleteMany()
  await db.verification.deleteMany()
  await db.signInPolicy.deleteMany()
  await db.signInProvider.deleteMany()
  await db.user.deleteMany()
  await db.auditEntry.deleteMany()
  logged.length = 0
  auth = createAuthentication({
    db,
    secret: deriveSecret(services.secretKey, 'sessions'),
    secrets: services.clusters.secrets,
    addresses: loopbackExempt,
    publicUrl,
    trustedOrigins: [],
    addressHeader,
    log: (level, message) => logged.push(`${level} ${message}`),
  })
  const root = await createUser(services.as('admin'), {
    ...{ email: 'root@example.com', name: 'Root', role: 'admin', password },
  })
  rootId = root.id
  admin = services.as('admin', { id: root.id, name: root.email })
  idp.people.set('ann', { email: 'ann@example.com', email_verified: true, name: 'Ann', groups: ['data'] })
  await createSignInProvider(admin, {
    ...{ id: 'main', name: 'Main', issuer: idp.issuer, clientId: idp.clientId },
    ...{ clientSecret: idp.clientSecret, ...settings },
  })
})

/** A browser that can also visit the provider. */
function openVisitor() {
  const door = { auth, db: services.db, now: () => services.clock.now, addressHeader }
  const browser = openBrowser(door, publicUrl)
  /** Follows the provider until it sends the browser back to the console. */
  const atProvider = async (from: string): Promise<string> => {
    let url = from
    while (!url.startsWith(publicUrl)) {
      const response = browser.keep(
        await fetch(url, { redirect: 'manual', headers: { cookie: browser.cookie() } }),
      )
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${url}: ${response.status} ${await response.text()}`)
      url = new URL(location, url).href
    }
    return url
  }
  const begin = async (provider = 'main', callbackURL = '/admin/users'): Promise<string> => {
    const response = await browser.console('/sign-in/social', { provider, callbackURL })
    expect(response.status).toBe(200)
    const { url } = (await response.json()) as { url: string }
    return url
  }
  return { ...browser, atProvider, begin }
}

type Browser = ReturnType<typeof openVisitor>

/** @returns the path that the browser is sent to in the end. */
async function signIn(browser: Browser, subject = 'ann', provider = 'main', to?: string): Promise<string> {
  idp.signInAs(subject)
  other.signInAs(subject)
  for (const name of browser.jar.keys()) if (name.startsWith('_')) browser.jar.delete(name)
  const callback = await browser.atProvider(await browser.begin(provider, to))
  const response = await browser.console(callback)
  expect(response.status).toBe(302)
  return pathOf(response)
}

function pathOf(response: Response): string {
  const url = new URL(response.headers.get('location') ?? '', publicUrl)
  return url.origin === publicUrl ? url.href.slice(publicUrl.length) : url.href
}

const whoIs = (browser: Browser) => browser.whoIs()
const auditOf = (action: string) =>
  services.db.auditEntry.findMany({ where: { action }, orderBy: { id: 'asc' } })

describe('signing in with a provider', () => {
  it('uses the code flow with PKCE, state and nonce, and creates the account with the role of the groups', async () => {
    const browser = openVisitor()
    const { searchParams } = new URL(await browser.begin())
    expect(searchParams.get('response_type')).toBe('code')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(searchParams.get(name)?.length).toBeGreaterThan(30)
    expect(await signIn(browser)).toBe('/admin/users')
    expect(await whoIs(browser)).toMatchObject({
      ...{ name: 'Ann', email: 'ann@example.com', provider: 'main' },
      actor: { type: 'user', role: 'operator' },
    })
    expect((await auditOf('user.create')).at(-1)).toMatchObject({
      ...{ actorName: 'Main', objectName: 'ann@example.com' },
      details: { role: 'operator', group: 'data', provider: 'Main' },
    })
    expect((await auditOf('session.sign-in')).at(-1)).toMatchObject({
      ...{ outcome: 'succeeded', actorName: 'ann@example.com' },
      details: { address: '10.0.0.1', provider: 'Main', role: 'operator', group: 'data' },
    })
  })

  it('finds the account by issuer and subject, whatever the address is', async () => {
    await signIn(openVisitor())
    const [before] = (await listUsers(admin)).filter(({ email }) => email === 'ann@example.com')
    idp.people.set('ann', { email: 'ann.new@example.com', email_verified: true, groups: ['data'] })
    const browser = openVisitor()
    await signIn(browser)
    expect((await whoIs(browser))?.actor.id).toBe(before?.id)
    idp.people.set('eve', { email: 'ann.new@example.com', email_verified: true, groups: ['data'] })
    const eve = openVisitor()
    await signIn(eve, 'eve')
    expect((await whoIs(eve))?.actor.id).not.toBe(before?.id)
  })

  it('keeps no token in the clear, and never shows or logs a secret', async () => {
    const browser = openVisitor()
    await signIn(browser)
    const account = await services.db.account.findFirstOrThrow({ where: { providerId: 'main' } })
    expect(account).toMatchObject({ accessToken: null, refreshToken: null })
    expect(account.idToken).not.toMatch(/^eyJ/)
    const session = await (await browser.console('/get-session')).text()
    const seen = JSON.stringify([
      session,
      logged,
      await services.db.auditEntry.findMany(),
      await listSignInProviders(admin),
      await services.db.signInProvider.findMany(),
    ])
    expect(seen).not.toContain(JSON.stringify(idp.clientSecret).slice(1, -1))
    expect(seen).not.toContain('eyJ')
  })

  it('goes on after the provider has changed its keys', async () => {
    expect(await signIn(openVisitor())).toBe('/admin/users')
    await idp.rotateKeys()
    expect(await signIn(openVisitor())).toBe('/admin/users')
  })

  it('accepts clocks that differ a little, and says when they differ too much', async () => {
    const shift = (seconds: number) =>
      idp.tamper((claims) => ({
        ...claims,
        iat: Number(claims.iat) + seconds,
        nbf: Number(claims.iat) + seconds,
        exp: Number(claims.iat) + seconds + (seconds < 0 ? 0 : 600),
      }))
    for (const seconds of [clockToleranceSeconds - 10, 10 - clockToleranceSeconds]) {
      shift(seconds)
      expect(await signIn(openVisitor())).toBe('/admin/users')
    }
    for (const seconds of [clockToleranceSeconds + 10, -clockToleranceSeconds - 10]) {
      shift(seconds)
      expect(await signIn(openVisitor())).toBe('/sign-in?error=id_token_clock')
    }
  })

  it.each([
    ['the audience of another client', { aud: 'another' }, 'id_token_audience'],
    [
      'several audiences without being the authorized party',
      { aud: ['frostline', 'b'] },
      'id_token_audience',
    ],
    ['another authorized party', { azp: 'another' }, 'id_token_audience'],
    ['another issuer', { iss: 'https://evil.example' }, 'id_token_issuer'],
    ['the nonce of another sign-in', { nonce: 'a'.repeat(32) }, 'id_token_nonce'],
    ['no nonce', { nonce: undefined }, 'id_token_nonce'],
    ['no subject', { sub: undefined }, 'id_token_incomplete'],
  ])('refuses an ID token with %s', async (_, claims, error) => {
    idp.tamper((given) => ({ ...given, ...claims }))
    const browser = openVisitor()
    expect(await signIn(browser)).toBe(`/sign-in?error=${error}`)
    expect(await whoIs(browser)).toBeUndefined()
    expect(await services.db.user.count()).toBe(1)
    expect((await auditOf('session.sign-in')).at(-1)).toMatchObject({ outcome: 'denied', error })
  })

  it.each([
    ['/clusters/demo/tables?q=a%20b,(c)*&sort=name#x', '/clusters/demo/tables?q=a%20b,(c)*&sort=name#x'],
    ['/clusters/demo/tables/lab/my%20table:1', '/clusters/demo/tables/lab/my%20table:1'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/\t/evil.example/', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/sign-in?next=/', '/'],
    ['/api/auth/sign-out', '/'],
  ])('returns from the provider to a page of the console only: %s', async (asked, expected) => {
    expect(await signIn(openVisitor(), 'ann', 'main', asked)).toBe(expected)
  })

  it('keeps a session for some hours, without renewing it', async () => {
    const browser = openVisitor()
    await signIn(browser)
    const { db } = services
    const { expiresAt, createdAt } = await db.session.findFirstOrThrow()
    const hours = (expiresAt.getTime() - createdAt.getTime()) / 3_600_000
    expect(hours).toBeGreaterThan(providerSessionHours - 0.1)
    expect(hours).toBeLessThanOrEqual(providerSessionHours + 0.1)
    const soon = new Date(Date.now() + 60_000)
    await db.session.updateMany({ data: { expiresAt: soon, updatedAt: new Date(Date.now() - 6e8) } })
    expect(await (await browser.console('/get-session')).json()).toMatchObject({ user: { name: 'Ann' } })
    expect((await db.session.findFirstOrThrow()).expiresAt).toEqual(soon)
  })

  it('refuses a code and a state that were used', async () => {
    idp.signInAs('ann')
    const browser = openVisitor()
    const callback = await browser.atProvider(await browser.begin())
    const before = new Map(browser.jar)
    expect(pathOf(await browser.console(callback))).toBe('/admin/users')
    const replayed = openVisitor()
    for (const [name, value] of before) replayed.jar.set(name, value)
    expect((await replayed.console(callback)).headers.get('location')).toBe('/sign-in?error=state_mismatch')
    const code = new URL(callback).searchParams.get('code') ?? ''
    const again = openVisitor()
    const url = new URL(await again.atProvider(await again.begin()))
    url.searchParams.set('code', code)
    expect((await again.console(url.href)).headers.get('location')).toBe('/sign-in?error=invalid_code')
    expect(await whoIs(replayed)).toBeUndefined()
    expect(await whoIs(again)).toBeUndefined()
  })

  it('refuses a callback of another browser', async () => {
    idp.signInAs('ann')
    const victim = openVisitor()
    const attacker = openVisitor()
    const callback = await attacker.atProvider(await attacker.begin())
    expect((await victim.console(callback)).headers.get('location')).toBe('/sign-in?error=state_mismatch')
    expect(await whoIs(victim)).toBeUndefined()
  })

  it('never takes the answer of one provider for that of another', async () => {
    await createSignInProvider(admin, {
      ...{ id: 'second', name: 'Second', issuer: other.issuer, clientId: other.clientId },
      ...{ clientSecret: other.clientSecret, ...settings },
    })
    idp.signInAs('ann')
    const browser = openVisitor()
    const callback = new URL(await browser.atProvider(await browser.begin('main')))
    callback.pathname = '/api/auth/callback/second'
    const mixed = new Map(browser.jar)
    expect((await browser.console(callback.href)).headers.get('location')).toBe(
      '/sign-in?error=state_mismatch',
    )
    for (const [name, value] of mixed) browser.jar.set(name, value)
    callback.pathname = '/api/auth/callback/main'
    callback.searchParams.set('iss', other.issuer)
    expect((await browser.console(callback.href)).headers.get('location')).toBe(
      '/sign-in?error=issuer_mismatch',
    )
    callback.searchParams.delete('iss')
    expect((await browser.console(callback.href)).headers.get('location')).toBe(
      '/sign-in?error=issuer_mismatch',
    )
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('keeps people of two providers apart who have the same subject', async () => {
    await createSignInProvider(admin, {
      ...{ id: 'second', name: 'Second', issuer: other.issuer, clientId: other.clientId },
      ...{ clientSecret: other.clientSecret, ...settings },
    })
    other.people.set('ann', {
      email: 'ann@other.example',
      email_verified: true,
      groups: ['clickhouse-admins'],
    })
    const [one, two] = [openVisitor(), openVisitor()]
    await signIn(one, 'ann', 'main')
    await signIn(two, 'ann', 'second')
    expect((await whoIs(one))?.actor.role).toBe('operator')
    expect((await whoIs(two))?.actor.role).toBe('admin')
  })
})

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

describe('enforced single sign-on', () => {
  const signInByPassword = async (email: string) => {
    const browser = openVisitor()
    return browser.console('/sign-in/email', { email, password })
  }

  it('needs a provider and a break-glass admin, and keeps one of each', async () => {
    await expect(setSignInPolicy(admin, { enforceSso: true })).rejects.toMatchObject({ code: 'conflict' })
    await setBreakGlass(admin, { id: rootId, breakGlass: true })
    await setSignInPolicy(admin, { enforceSso: true })
    await createUser(admin, { email: 'second@example.com', name: 'Second', role: 'admin', password })
    const refused = { code: 'conflict' }
    const elsewhere = { ...admin, actor: { ...admin.actor, id: 'another' } }
    await expect(setBreakGlass(admin, { id: rootId, breakGlass: false })).rejects.toMatchObject(refused)
    await expect(setUserRole(admin, { id: rootId, role: 'viewer' })).rejects.toMatchObject(refused)
    await expect(disableUser(elsewhere, { id: rootId })).rejects.toMatchObject(refused)
    await expect(removeSignInProvider(admin, { id: 'main' })).rejects.toMatchObject(refused)
  })

  it('keeps a break-glass admin whatever happens at once', async () => {
    const names = ['b', 'c', 'd']
    const others = await Promise.all(
      names.map((name) => createUser(admin, { email: `${name}@example.com`, name, role: 'admin', password })),
    )
    for (let round = 0; round < 5; round += 1) {
      const ids = others.map(({ id }) => id)
      await services.db.user.updateMany({ where: { id: { in: ids } }, data: { role: 'admin' } })
      await services.db.user.updateMany({ where: { id: { in: ids } }, data: { breakGlass: true } })
      await services.db.signInPolicy.upsert({
        ...{ where: { id: 1 }, create: { enforceSso: true }, update: { enforceSso: true } },
      })
      const [one = '', two = '', three = ''] = ids
      const outcomes = await Promise.allSettled([
        setUserRole(admin, { id: one, role: 'viewer' }),
        setBreakGlass(admin, { id: two, breakGlass: false }),
        disableUser(admin, { id: three }),
        setBreakGlass(admin, { id: one, breakGlass: false }),
        setUserRole(admin, { id: two, role: 'viewer' }),
      ])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
      const left = { breakGlass: true, role: 'admin' as const, disabledAt: null }
      expect(await services.db.user.count({ where: left })).toBeGreaterThan(0)
      await services.db.user.updateMany({ data: { disabledAt: null } })
    }
  })

  it('works while the provider is away: break-glass admins get in, others are told', async () => {
    await setBreakGlass(admin, { id: rootId, breakGlass: true })
    await setSignInPolicy(admin, { enforceSso: true })
    idp.describe(() => ({}))
    await services.db.signInProvider.updateMany({ data: { updatedAt: new Date(0) } })
    const begun = await openVisitor().console('/sign-in/social', { provider: 'main' })
    expect(begun.status).toBe(502)
    expect((await signInByPassword('root@example.com')).status).toBe(200)
  })

  it('refuses passwords, except of break-glass admins, whose sign-ins stand out in the audit', async () => {
    const bob = await createUser(admin, { email: 'bob@example.com', name: 'Bob', role: 'admin', password })
    expect((await signInByPassword('bob@example.com')).status).toBe(200)
    await setBreakGlass(admin, { id: rootId, breakGlass: true })
    await setSignInPolicy(admin, { enforceSso: true })
    expect(await services.db.session.count({ where: { userId: bob.id } })).toBe(0)
    expect((await signInByPassword('bob@example.com')).status).toBe(401)
    expect((await signInByPassword('nobody@example.com')).status).toBe(401)
    expect((await signInByPassword('root@example.com')).status).toBe(200)
    expect((await auditOf('session.break-glass')).at(-1)).toMatchObject({
      ...{ outcome: 'succeeded', objectName: 'root@example.com' },
    })
    expect(await signIn(openVisitor())).toBe('/admin/users')
    await setSignInPolicy(admin, { enforceSso: false })
    expect((await signInByPassword('bob@example.com')).status).toBe(200)
  })
})

describe('a provider', () => {
  const check = (issuer = idp.issuer) => checkSignInProvider(admin, { issuer, hasSecret: true })

  it('is checked before it is stored', async () => {
    expect(await check()).toMatchObject({ ok: true, announcesPkce: true, signsOut: true })
    expect(await check(`${idp.issuer}/`)).toMatchObject({
      ok: false,
      fault: expect.stringMatching(/calls itself/),
    })
    expect(await check('http://127.0.0.1:1')).toMatchObject({
      ...{ ok: false, fault: expect.stringMatching(/not reachable/) },
    })
    idp.describe((document) => ({ ...document, code_challenge_methods_supported: ['plain'] }))
    expect(await check()).toMatchObject({ ok: false, fault: expect.stringMatching(/PKCE/) })
    await expect(
      updateSignInProvider(admin, {
        ...{ id: 'main', name: 'Main', clientId: 'x', clientSecret: null },
        ...settings,
      }),
    ).rejects.toMatchObject({ code: 'refused' })
  })

  it.each([
    'http://login.example.com',
    'https://169.254.169.254',
    'ftp://127.0.0.1',
    'https://a:b@example.com',
    'x',
  ])('is not at %s', async (issuer) => {
    await expect(check(issuer)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('on the machine of the console needs an exemption, also for its endpoints', async () => {
    const strict = { ...admin, sourceAddresses: undefined }
    expect(await checkSignInProvider(strict, { issuer: idp.issuer, hasSecret: true })).toMatchObject({
      ...{ ok: false, fault: expect.stringMatching(/machine of the console/) },
    })
    const remote = 'https://login.example.com'
    const endpoints = { authorization_endpoint: `${remote}/a`, token_endpoint: 'http://127.0.0.1:8123/' }
    const document = { issuer: remote, jwks_uri: `${remote}/keys`, ...endpoints }
    const isAllowed = (url: string) => isAllowedEndpoint(url, nothingExempt)
    expect(judgeDiscovery(document, { issuer: remote, hasSecret: true, isAllowed })).toMatchObject({
      ...{ ok: false, fault: expect.stringMatching(/not allowed/) },
    })
  })

  it('that is disabled, removed or does not exist signs nobody in', async () => {
    const begin = async (provider: string) =>
      (await openVisitor().console('/sign-in/social', { provider })).status
    expect(await begin('none')).toBe(404)
    await updateSignInProvider(admin, {
      ...{ id: 'main', name: 'Main', clientId: idp.clientId, clientSecret: null },
      ...{ ...settings, enabled: false },
    })
    expect(await begin('main')).toBe(404)
    await removeSignInProvider(admin, { id: 'main' })
    expect(await begin('main')).toBe(404)
    expect(await services.db.account.count({ where: { providerId: 'main' } })).toBe(0)
  })

  it('is changed by admins only', async () => {
    for (const role of ['viewer', 'operator'] as const) {
      const ctx = services.as(role)
      const forbidden = { code: 'forbidden' }
      await expect(listSignInProviders(ctx)).rejects.toMatchObject(forbidden)
      await expect(removeSignInProvider(ctx, { id: 'main' })).rejects.toMatchObject(forbidden)
      await expect(setSignInPolicy(ctx, { enforceSso: true })).rejects.toMatchObject(forbidden)
      await expect(setBreakGlass(ctx, { id: rootId, breakGlass: true })).rejects.toMatchObject(forbidden)
    }
  })
})
