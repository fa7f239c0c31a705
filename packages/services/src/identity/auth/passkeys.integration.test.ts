import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { getLocalSignIn, removePasskey, renamePasskey } from '../passkey/passkeys.ts'
import { disableUser } from '../user/manage-users.ts'
import { resetSecondFactor } from '../user/reset-second-factor.ts'
import { guessLimit } from './guess-throttle.ts'
import type { TestBrowser } from './testing/open-browser.ts'
import { openSignInLab, password, type SignInLab } from './testing/open-sign-in-lab.ts'
import { openSoftAuthenticator } from './testing/soft-authenticator.ts'

const rpId = 'localhost'

let lab: SignInLab
let admin: ServiceContext
let ann: ServiceContext
let rootId: string

beforeAll(async () => {
  lab = await openSignInLab()
})
afterAll(() => lab?.close())
beforeEach(async () => {
  const people = await lab.reset()
  ;({ admin, rootId } = people)
  ann = lab.services.as('operator', { id: people.annId, name: 'ann@example.com' })
})

type Authenticator = ReturnType<typeof openSoftAuthenticator>
type Asked = Parameters<Authenticator['use']>[0]

async function signIn(email = 'ann@example.com'): Promise<TestBrowser> {
  const browser = lab.openBrowser()
  expect((await browser.console('/sign-in/email', { email, password })).status).toBe(200)
  return browser
}

async function challengeOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return ((await response.json()) as { challenge: string }).challenge
}

const askToAdd = (browser: TestBrowser, given = password) =>
  browser.console('/passkey/generate-register-options', { password: given })

async function add(browser: TestBrowser, key: Authenticator, asked: Partial<Asked> = {}): Promise<Response> {
  const challenge = await challengeOf(await askToAdd(browser))
  const response = key.create({ challenge, origin: lab.publicUrl, ...asked })
  return browser.console('/passkey/verify-registration', { response, name: ' Laptop ' })
}

const askToUse = (browser: TestBrowser) => browser.console('/passkey/generate-authenticate-options')

async function use(browser: TestBrowser, key: Authenticator, asked: Partial<Asked> = {}): Promise<Response> {
  const challenge = await challengeOf(await askToUse(browser))
  const response = key.use({ challenge, origin: lab.publicUrl, ...asked })
  return browser.console('/passkey/verify-authentication', { response })
}

describe('a passkey', () => {
  it('is added with the password, and signs in without one', async () => {
    const key = openSoftAuthenticator(rpId)
    const browser = await signIn()
    expect((await askToAdd(browser, 'wrong')).status).toBe(400)
    expect((await browser.console('/passkey/generate-register-options')).status).toBe(404)
    expect((await askToAdd(lab.openBrowser())).status).toBe(401)
    expect((await add(browser, key)).status).toBe(200)
    expect((await lab.auditOf('passkey.add')).at(-1)).toMatchObject({
      ...{ outcome: 'succeeded', actorName: 'ann@example.com', details: { name: 'Laptop' } },
    })
    const other = lab.openBrowser()
    const response = await use(other, key)
    expect(response.status).toBe(200)
    const { token } = await lab.services.db.session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
    expect(await response.text()).not.toContain(token)
    expect((await other.whoIs())?.actor.name).toBe('ann@example.com')
    expect((await lab.auditOf('session.sign-in')).at(-1)).toMatchObject({
      ...{ outcome: 'succeeded', details: { by: 'passkey', address: '10.0.0.1' } },
    })
    expect(await getLocalSignIn(ann)).toMatchObject({
      ...{
        hasPassword: true,
        allowed: true,
        twoFactor: false,
        passkeys: [{ name: 'Laptop', synced: false }],
      },
    })
  })

  it('must check who holds it, when it is added and when it is used', async () => {
    const browser = await signIn()
    const options = await askToUse(browser)
    expect(await options.json()).toMatchObject({ userVerification: 'required' })
    expect(await (await askToAdd(browser)).json()).toMatchObject({
      authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    })
    const careless = openSoftAuthenticator(rpId)
    expect((await add(browser, careless, { verifies: false })).status).toBe(400)
    expect(await lab.services.db.passkey.count()).toBe(0)
    const key = openSoftAuthenticator(rpId)
    await add(browser, key)
    const other = lab.openBrowser()
    expect((await use(other, key, { verifies: false })).status).toBe(401)
    expect(await other.whoIs()).toBeUndefined()
  })

  it('signs in once per challenge, and only for this console', async () => {
    const key = openSoftAuthenticator(rpId)
    await add(await signIn(), key)
    const browser = lab.openBrowser()
    const challenge = await challengeOf(await askToUse(browser))
    const before = new Map(browser.jar)
    const response = key.use({ challenge, origin: lab.publicUrl })
    expect((await browser.console('/passkey/verify-authentication', { response })).status).toBe(200)
    const replay = lab.openBrowser()
    for (const [name, value] of before) replay.jar.set(name, value)
    expect((await replay.console('/passkey/verify-authentication', { response })).ok).toBe(false)
    const elsewhere = lab.openBrowser()
    expect((await use(elsewhere, key, { origin: 'https://evil.example' })).ok).toBe(false)
    expect((await use(elsewhere, openSoftAuthenticator(rpId))).status).toBe(401)
    for (const each of [replay, elsewhere]) expect(await each.whoIs()).toBeUndefined()
  })

  it('is added to the account that asked for it only', async () => {
    const key = openSoftAuthenticator(rpId)
    const [mine, theirs] = [await signIn(), await signIn('root@example.com')]
    const challenge = await challengeOf(await askToAdd(mine))
    for (const [name, value] of mine.jar) if (/passkey/.test(name)) theirs.jar.set(name, value)
    const response = key.create({ challenge, origin: lab.publicUrl })
    expect((await theirs.console('/passkey/verify-registration', { response })).status).toBe(401)
    expect(await lab.services.db.passkey.count()).toBe(0)
  })

  it('is removed with the password by its owner only, and does not sign in any more', async () => {
    const key = openSoftAuthenticator(rpId)
    await add(await signIn(), key)
    const { id } = await lab.services.db.passkey.findFirstOrThrow()
    await renamePasskey(ann, { id, name: 'Work laptop' })
    const notFound = { code: 'not_found' }
    await expect(renamePasskey(admin, { id, name: 'Mine' })).rejects.toMatchObject(notFound)
    await expect(removePasskey(admin, { id, password })).rejects.toMatchObject(notFound)
    await expect(removePasskey(ann, { id, password: 'wrong' })).rejects.toMatchObject({ code: 'invalid' })
    await removePasskey(ann, { id, password })
    for (const action of ['passkey.rename', 'passkey.remove'])
      expect((await lab.auditOf(action)).at(-1)).toMatchObject({ outcome: 'succeeded' })
    expect((await use(lab.openBrowser(), key)).status).toBe(401)
  })

  it('cannot be reached by guessing the password with a stolen session', async () => {
    const browser = await signIn()
    for (let index = 0; index < guessLimit.attempts; index += 1) await askToAdd(browser, `wrong ${index}`)
    expect((await askToAdd(browser)).status).toBe(429)
    await expect(removePasskey(ann, { id: 'x', password })).rejects.toMatchObject({ code: 'exhausted' })
  })

  it('of a disabled account signs nobody in, and a reset removes it', async () => {
    const key = openSoftAuthenticator(rpId)
    await add(await signIn(), key)
    await disableUser(admin, { id: ann.actor.id })
    expect((await use(lab.openBrowser(), key)).status).toBe(403)
    expect((await lab.auditOf('session.sign-in')).at(-1)).toMatchObject({ outcome: 'denied' })
    await resetSecondFactor(admin, { id: ann.actor.id })
    expect((await use(lab.openBrowser(), key)).status).toBe(401)
  })
})

describe('enforced single sign-on', () => {
  it('refuses passkeys, except those of break-glass admins, and floods no audit', async () => {
    const [hers, his] = [openSoftAuthenticator(rpId), openSoftAuthenticator(rpId)]
    const browser = await signIn()
    await add(browser, hers)
    await add(await signIn('root@example.com'), his)
    await lab.enforce(rootId)
    const before = await lab.services.db.auditEntry.count()
    const other = lab.openBrowser()
    expect((await use(other, hers)).status).toBe(401)
    expect(await other.whoIs()).toBeUndefined()
    expect(await lab.services.db.auditEntry.count()).toBe(before)
    expect((await askToAdd(browser)).status).toBe(403)
    expect(await getLocalSignIn(ann)).toMatchObject({ allowed: false })
    const root = lab.openBrowser()
    expect((await use(root, his)).status).toBe(200)
    expect((await lab.auditOf('session.break-glass')).at(-1)).toMatchObject({
      ...{ outcome: 'succeeded', details: { by: 'passkey' } },
    })
  })
})
