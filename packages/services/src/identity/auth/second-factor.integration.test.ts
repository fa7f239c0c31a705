import { appCode } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { disableUser, listUsers, resetPassword } from '../user/manage-users.ts'
import { resetSecondFactor } from '../user/reset-second-factor.ts'
import { guessLimit } from './guess-throttle.ts'
import type { TestBrowser } from './testing/open-browser.ts'
import { openSignInLab, password, type SignInLab } from './testing/open-sign-in-lab.ts'

const email = 'ann@example.com'
const usedAlready = /not correct, or was used already/

let lab: SignInLab
let admin: ServiceContext
let annId: string
let rootId: string

beforeAll(async () => {
  lab = await openSignInLab()
})
afterAll(() => lab?.close())
beforeEach(async () => {
  ;({ admin, annId, rootId } = await lab.reset())
})

const askByPassword = (browser: TestBrowser, given = password) =>
  browser.console('/sign-in/email', { email, password: given })

interface SetUp {
  browser: TestBrowser
  /** Of the app, in base32. */
  secret: string
  /** The code that was used. */
  code: string
  backupCodes: string[]
}

/**
 * Ann with codes on. The code of these 30 s is used for that, so a sign-in takes the next one: it is
 * accepted too, also when the 30 s end meanwhile.
 */
async function setUp(): Promise<SetUp> {
  const browser = lab.openBrowser()
  await askByPassword(browser)
  const begun = await browser.console('/two-factor/enable', { password })
  expect(begun.status).toBe(200)
  const { totpURI, backupCodes } = (await begun.json()) as { totpURI: string; backupCodes: string[] }
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const code = appCode(secret)
  const verified = await browser.console('/two-factor/verify-totp', { code })
  expect(verified.status).toBe(200)
  return { browser, secret, code, backupCodes }
}

/** A browser where the password was right. */
async function begin(address?: string): Promise<TestBrowser> {
  const browser = lab.openBrowser(address)
  const response = await askByPassword(browser)
  expect(await response.json()).toMatchObject({ twoFactorRedirect: true })
  return browser
}

const sendCode = (browser: TestBrowser, code: string, more = {}) =>
  browser.console('/two-factor/verify-totp', { code, ...more })
const sendRecoveryCode = (browser: TestBrowser, code: string) =>
  browser.console('/two-factor/verify-backup-code', { code })

describe('codes of an app', () => {
  it('are turned on with the password and a first code, and asked for from then on', async () => {
    const browser = lab.openBrowser()
    await askByPassword(browser)
    expect((await browser.console('/two-factor/enable', { password: 'wrong' })).status).toBe(400)
    expect((await browser.console('/two-factor/enable', {})).ok).toBe(false)
    expect(await lab.services.db.twoFactor.count()).toBe(0)
    const { secret } = await setUp()
    expect((await lab.auditOf('user.enable-two-factor')).at(-1)).toMatchObject({
      ...{ outcome: 'succeeded', actorName: email },
    })
    const next = await begin()
    expect(await next.whoIs()).toBeUndefined()
    expect(await lab.services.db.session.count()).toBe(2)
    expect((await sendCode(next, appCode(secret, 1))).status).toBe(200)
    expect((await next.whoIs())?.actor.id).toBe(annId)
    expect((await lab.auditOf('session.sign-in')).at(-1)).toMatchObject({
      ...{ outcome: 'succeeded', details: { by: 'code', address: '10.0.0.1' } },
    })
  })

  it('work once, also at several sign-ins at once', async () => {
    const { secret, code: usedCode } = await setUp()
    expect((await sendCode(await begin(), usedCode)).status).toBe(401)
    const code = appCode(secret, 1)
    const browsers = await Promise.all(['10.0.1.1', '10.0.1.2', '10.0.1.3'].map((each) => begin(each)))
    const answers = await Promise.all(browsers.map((browser) => sendCode(browser, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    const refused = answers.find(({ status }) => status === 401)
    expect(await refused?.text()).toMatch(usedAlready)
  })

  it('cannot be guessed, with however many sign-ins at once, and lock nobody out for long', async () => {
    const { secret } = await setUp()
    const tries = guessLimit.attempts * 2
    const wrong = String((Number(appCode(secret)) + 123_456) % 1_000_000).padStart(6, '0')
    const browsers: TestBrowser[] = []
    for (let index = 0; index < tries; index += 1) browsers.push(await begin(`10.1.${index}.1`))
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        sendCode(browser, String((Number(wrong) + index) % 1_000_000).padStart(6, '0')),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(guessLimit.attempts)
    expect(statuses).not.toContain(200)
    const owner = await begin('10.2.0.1')
    expect((await sendCode(owner, appCode(secret, 1))).status).toBe(429)
    expect((await sendRecoveryCode(owner, 'aaaa-aaaa-aaaa')).status).toBe(429)
    // The library also locks the account after ten failures; by its own clock.
    await lab.services.db.twoFactor.updateMany({ data: { lockedUntil: null, failedVerificationCount: 0 } })
    lab.services.clock.advanceMs(guessLimit.windowMs)
    const later = lab.openBrowser('10.2.0.2')
    await askByPassword(later)
    await lab.services.db.verification.updateMany({
      data: { expiresAt: new Date(Date.now() + 3_600_000) },
    })
    expect((await sendCode(later, appCode(secret, 1))).status).toBe(200)
  })

  it('are asked for again in a browser that wants to be remembered', async () => {
    const { secret } = await setUp()
    const browser = await begin()
    expect((await sendCode(browser, appCode(secret, 1), { trustDevice: true })).status).toBe(200)
    await browser.console('/sign-out', {})
    expect(await (await askByPassword(browser)).json()).toMatchObject({ twoFactorRedirect: true })
    expect(
      await lab.services.db.verification.count({ where: { identifier: { startsWith: 'trust-' } } }),
    ).toBe(0)
  })

  it('cannot be tried out with a stolen session', async () => {
    const { browser, secret, backupCodes } = await setUp()
    expect((await sendCode(browser, appCode(secret, 1))).status).toBe(400)
    expect((await sendRecoveryCode(browser, backupCodes[0] ?? '')).status).toBe(400)
    for (const path of ['/two-factor/disable', '/two-factor/generate-backup-codes', '/two-factor/enable'])
      expect((await browser.console(path, { password: 'wrong' })).ok).toBe(false)
    expect((await lab.services.db.user.findUniqueOrThrow({ where: { id: annId } })).twoFactorEnabled).toBe(
      true,
    )
  })

  it('are still asked for after a new password, and can be turned off with it', async () => {
    const { browser } = await setUp()
    const newPassword = 'another long password'
    expect(
      (await browser.console('/change-password', { currentPassword: password, newPassword })).status,
    ).toBe(200)
    const next = lab.openBrowser()
    expect(await (await askByPassword(next, newPassword)).json()).toMatchObject({ twoFactorRedirect: true })
    expect((await browser.console('/two-factor/disable', { password: newPassword })).status).toBe(200)
    expect((await lab.auditOf('user.disable-two-factor')).at(-1)).toMatchObject({ outcome: 'succeeded' })
    const last = lab.openBrowser()
    await askByPassword(last, newPassword)
    expect((await last.whoIs())?.actor.id).toBe(annId)
  })
})

describe('a sign-in that waits for a code', () => {
  it('ends with a new password from an admin, a reset of the second factor and a disabled account', async () => {
    const { secret } = await setUp()
    const first = await begin()
    await resetPassword(admin, { id: annId, password })
    expect((await sendCode(first, appCode(secret, 1))).status).toBe(401)
    const second = await begin()
    await resetSecondFactor(admin, { id: annId })
    expect((await sendCode(second, appCode(secret, 1))).status).toBe(401)
    expect((await lab.auditOf('user.reset-second-factor')).at(-1)).toMatchObject({
      ...{ objectName: email, details: { twoFactor: true, passkeys: 0, endedSessions: 0 } },
    })
    const again = await setUp()
    const third = await begin()
    await disableUser(admin, { id: annId })
    expect((await sendCode(third, appCode(again.secret, 1))).status).toBe(401)
    expect(await lab.services.db.session.count()).toBe(0)
  })
})

describe('recovery codes', () => {
  it('work once, also at several sign-ins at once, with or without hyphens and capitals', async () => {
    const { backupCodes } = await setUp()
    expect(new Set(backupCodes).size).toBe(10)
    const [first = '', second = ''] = backupCodes
    const browsers = await Promise.all(['10.3.0.1', '10.3.0.2', '10.3.0.3'].map((each) => begin(each)))
    const answers = await Promise.all(browsers.map((browser) => sendRecoveryCode(browser, first)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await begin()
    expect((await sendRecoveryCode(late, first)).status).toBe(401)
    expect((await sendRecoveryCode(late, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await late.whoIs())?.actor.id).toBe(annId)
  })

  it('are replaced with the password, and the former ones stop working', async () => {
    const { browser, backupCodes } = await setUp()
    const renewed = await browser.console('/two-factor/generate-backup-codes', { password })
    const { backupCodes: fresh } = (await renewed.json()) as { backupCodes: string[] }
    const next = await begin()
    expect((await sendRecoveryCode(next, backupCodes[0] ?? '')).status).toBe(401)
    expect((await sendRecoveryCode(next, fresh[0] ?? '')).status).toBe(200)
    expect((await lab.auditOf('user.renew-recovery-codes')).at(-1)).toMatchObject({ outcome: 'succeeded' })
  })

  it('and the secret of the app are nowhere in the clear', async () => {
    const { secret, backupCodes } = await setUp()
    const browser = await begin()
    await sendRecoveryCode(browser, backupCodes[0] ?? '')
    const { db } = lab.services
    const seen = JSON.stringify([
      ...[await db.twoFactor.findMany(), await db.auditEntry.findMany(), await listUsers(admin)],
      ...[lab.logged, await (await browser.console('/get-session')).text(), await db.verification.findMany()],
    ])
    const plainSecrets = [...backupCodes, secret, ...backupCodes.map((code) => code.replaceAll('-', ''))]
    for (const each of plainSecrets) expect(seen).not.toContain(each)
    expect((await db.twoFactor.findFirstOrThrow()).backupCodes).toMatch(/^\["hmac:/)
  })
})

describe('enforced single sign-on', () => {
  it('refuses codes, and changes of password and second factor, except of break-glass admins', async () => {
    const { browser, secret } = await setUp()
    const waiting = await begin()
    await lab.enforce(rootId)
    expect((await sendCode(waiting, appCode(secret, 1))).status).toBe(401)
    const change = { currentPassword: password, newPassword: 'another long password' }
    expect((await browser.console('/change-password', change)).status).toBe(403)
    for (const path of ['/two-factor/disable', '/two-factor/generate-backup-codes'])
      expect((await browser.console(path, { password })).status).toBe(403)
    const root = lab.openBrowser()
    await root.console('/sign-in/email', { email: 'root@example.com', password })
    expect((await root.console('/change-password', change)).status).toBe(200)
  })

  it('lets the library itself create no local session', async () => {
    await lab.enforce(rootId)
    const request = new Request(`${lab.publicUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: lab.publicUrl },
      body: JSON.stringify({ email, password }),
    })
    expect((await lab.door.auth.handler(request)).status).toBe(403)
    expect(await lab.services.db.session.count()).toBe(0)
  })
})
