import { judgeDiscovery } from '@frostline/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { nothingExempt } from '../../../platform/net/explain-address.ts'
import {
  checkSignInProvider,
  listSignInProviders,
  removeSignInProvider,
  updateSignInProvider,
} from '../../sign-in-provider/manage-providers.ts'
import { isAllowedEndpoint } from '../../sign-in-provider/read-discovery.ts'
import { setBreakGlass, setSignInPolicy } from '../../sign-in-provider/sign-in-policy.ts'
import { createUser } from '../../user/create.ts'
import { disableUser, setUserRole } from '../../user/manage-users.ts'
import { openProviderLab, type ProviderLab, password, settings } from '../testing/open-provider-lab.ts'

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
const auditOf = (action: string) => lab.auditOf(action)

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
