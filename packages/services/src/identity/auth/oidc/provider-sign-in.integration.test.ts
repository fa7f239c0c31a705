import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { createSignInProvider, listSignInProviders } from '../../sign-in-provider/manage-providers.ts'
import { listUsers } from '../../user/manage-users.ts'
import { providerSessionHours } from '../create-auth.ts'
import {
  openProviderLab,
  type ProviderLab,
  pathOf,
  settings,
  type Visitor,
} from '../testing/open-provider-lab.ts'
import { clockToleranceSeconds } from './verify-id-token.ts'

let lab: ProviderLab
let admin: ServiceContext
let services: ProviderLab['services']
let idp: ProviderLab['idp']
let other: ProviderLab['other']

beforeAll(async () => {
  lab = await openProviderLab()
  ;({ services, idp, other } = lab)
})
afterAll(() => lab?.close())
beforeEach(async () => {
  ;({ admin } = await lab.reset())
})

const openVisitor = () => lab.openVisitor()
const signIn = (...given: Parameters<ProviderLab['signIn']>) => lab.signIn(...given)
const whoIs = (browser: Visitor) => browser.whoIs()
const auditOf = (action: string) => lab.auditOf(action)

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
      lab.logged,
      await services.db.auditEntry.findMany(),
      await listSignInProviders(admin),
      await services.db.signInProvider.findMany(),
    ])
    expect(seen).not.toContain(JSON.stringify(idp.clientSecret).slice(1, -1))
    // A JSON Web Token: its header and its payload. Three letters alone also stand in random keys.
    expect(seen).not.toMatch(/eyJ[\w-]+\.eyJ/)
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
