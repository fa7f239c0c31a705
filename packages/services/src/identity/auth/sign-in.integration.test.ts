import { deriveSecret } from '@frostline/db'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import { createUser } from '../user/create.ts'
import { disableUser, setUserRole } from '../user/manage-users.ts'
import { answerAuthRequest } from './answer-auth-request.ts'
import { minDenialMs } from './answer-password-requests.ts'
import { type Authentication, createAuthentication } from './create-auth.ts'
import { guessLimit } from './guess-throttle.ts'
import { readSession } from './read-session.ts'

const publicUrl = 'http://localhost:3000'
const password = 'a long enough password'
const email = 'ann@example.com'
const addressHeader = 'x-test-address'

let stack: TestStack
let services: TestServices
let admin: ServiceContext
let annId: string
const logged: string[] = []

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
})
afterAll(async () => {
  await services.close()
  await stack.stop()
})
beforeEach(async () => {
  const { db } = services
  for (const table of [db.rateLimit, db.auditEntry, db.user] as unknown as {
    deleteMany(): Promise<unknown>
  }[]) {
    await table.deleteMany()
  }
  admin = services.as('admin')
  await createUser(admin, { email: 'root@example.com', name: 'Root', role: 'admin', password })
  annId = (await createUser(admin, { email, name: 'Ann', role: 'operator', password })).id
})

/** A separate web process, as far as sign-in is concerned. */
function startAuth(url = publicUrl): Authentication {
  return createAuthentication({
    db: services.db,
    secret: deriveSecret(services.secretKey, 'sessions'),
    secrets: services.clusters.secrets,
    publicUrl: url,
    trustedOrigins: ['http://127.0.0.1:3000'],
    addressHeader,
    log: (level, message) => logged.push(`${level} ${message}`),
  })
}

function send(auth: Authentication, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const method = body === undefined ? 'GET' : 'POST'
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  const request = new Request(`${publicUrl}/api/auth${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: publicUrl, ...headers },
    ...init,
  })
  return answerAuthRequest({ auth, db: services.db, now: () => services.clock.now, addressHeader }, request)
}

const signIn = (
  auth: Authentication,
  given: Partial<{ email: string; password: string }> = {},
  ip = '10.0.0.1',
) => send(auth, '/sign-in/email', { email, password, ...given }, { [addressHeader]: ip })

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')
}

const whoHas = (auth: Authentication, cookie: string) => readSession({ auth }, new Headers({ cookie }))

describe('signing in', () => {
  it('starts a session of the user with their role', async () => {
    const auth = startAuth()
    const response = await signIn(auth, { email: 'Ann@Example.com' })
    expect(response.status).toBe(200)
    expect(await whoHas(auth, cookieOf(response))).toMatchObject({
      actor: { type: 'user', id: annId, name: email, role: 'operator' },
      name: 'Ann',
    })
  })

  it('sets a cookie that scripts cannot read and other sites do not send, Secure under https', async () => {
    const plain = (await signIn(startAuth())).headers.getSetCookie().join('\n')
    expect(plain).toMatch(/^frostline\.session_token=.*HttpOnly.*SameSite=Lax/im)
    expect(plain).not.toMatch(/secure/i)
    const origin = 'https://frostline.example.com'
    const secure = await send(startAuth(origin), '/sign-in/email', { email, password }, { origin })
    expect(secure.headers.getSetCookie().join('\n')).toMatch(/^__Secure-frostline\.session_token=.*Secure/im)
  })

  it('reveals no reason for a failure', async () => {
    const auth = startAuth()
    const answers = await Promise.all(
      [{ password: 'a wrong password' }, { email: 'nobody@example.com' }].map(async (wrong) => {
        const response = await signIn(auth, wrong)
        return [response.status, await response.text()]
      }),
    )
    expect(answers[0]?.[0]).toBe(401)
    expect(answers[0]).toEqual(answers[1])
  })

  it('takes as long and works as hard for an unknown address as for a wrong password', async () => {
    const auth = startAuth()
    const attempts = {
      wrong: { password: 'a wrong password' },
      unknown: { email: 'nobody@example.com' },
    }
    const spent = { wrong: { cpu: 0, least: 1e9 }, unknown: { cpu: 0, least: 1e9 } }
    for (let round = 0; round < 5; round += 1) {
      for (const kind of ['wrong', 'unknown'] as const) {
        const startedAt = performance.now()
        const cpu = process.cpuUsage()
        expect((await signIn(auth, attempts[kind], `10.9.${round}.1`)).status).toBe(401)
        const { user, system } = process.cpuUsage(cpu)
        spent[kind].cpu += user + system
        spent[kind].least = Math.min(spent[kind].least, performance.now() - startedAt)
      }
    }
    // A timer may fire up to a millisecond early.
    expect(spent.wrong.least).toBeGreaterThanOrEqual(minDenialMs - 1)
    expect(spent.unknown.least).toBeGreaterThanOrEqual(minDenialMs - 1)
    expect(spent.unknown.cpu).toBeGreaterThan(spent.wrong.cpu / 3)
    expect(spent.wrong.cpu).toBeGreaterThan(spent.unknown.cpu / 3)
  })

  it('never returns the session token or the password, and logs neither', async () => {
    const auth = startAuth()
    const response = await signIn(auth)
    const cookie = cookieOf(response)
    await signIn(auth, { password: 'a wrong password' })
    const texts = [
      await response.text(),
      await (await send(auth, '/get-session', undefined, { cookie })).text(),
    ]
    const { token } = await services.db.session.findFirstOrThrow()
    const seen = JSON.stringify([texts, logged, await services.db.auditEntry.findMany()])
    for (const secret of [token, password, 'a wrong password']) expect(seen).not.toContain(secret)
    expect(texts[1]).toContain(email)
  })

  it('is audited, successful or not', async () => {
    const auth = startAuth()
    await signIn(auth, { password: 'a wrong password' })
    await signIn(auth)
    const entries = await services.db.auditEntry.findMany({
      where: { action: 'session.sign-in' },
      orderBy: { id: 'asc' },
    })
    expect(entries.map((entry) => entry.outcome).sort()).toEqual(['denied', 'succeeded'])
  })
})

interface Endpoint {
  /** None: only for the server. */
  path?: string
  options: { method: string | string[] }
}

describe('closed endpoints', () => {
  it.each([
    ['/sign-up/email', { email: 'eve@example.com', name: 'Eve', password }],
    ['/update-user', { role: 'admin' }],
    ['/delete-user', {}],
    ['/change-email', { newEmail: 'eve@example.com' }],
    ['/request-password-reset', { email }],
    ['/sign-in/social', { provider: 'github' }],
    ['/list-sessions', undefined],
  ])('%s does not exist', async (path, body) => {
    const auth = startAuth()
    const cookie = cookieOf(await signIn(auth))
    expect((await send(auth, path, body, { cookie })).status).toBe(404)
    expect(await services.db.user.count()).toBe(2)
  })

  it('are all endpoints of the library and its plugins that nobody has opened on purpose', async () => {
    const auth = startAuth()
    const cookie = cookieOf(await signIn(auth))
    const open = new Set<string>()
    const closed = new Set<string>()
    for (const { path, options } of Object.values(auth.api) as unknown as Endpoint[]) {
      if (path === undefined) continue
      for (const method of [options.method].flat()) {
        const request = new Request(`${publicUrl}/api/auth${path.replace(/:\w+/g, 'x')}`, {
          method,
          headers: { 'content-type': 'application/json', origin: publicUrl, cookie },
          ...(method === 'GET' ? {} : { body: '{}' }),
        })
        const door = { auth, db: services.db, now: () => services.clock.now, addressHeader }
        const { status } = await answerAuthRequest(door, request)
        ;(status === 404 ? closed : open).add(`${method} ${path}`)
      }
    }
    expect([...open].sort()).toEqual([
      'GET /callback/:id',
      'GET /get-session',
      'GET /passkey/generate-authenticate-options',
      'POST /change-password',
      'POST /passkey/verify-authentication',
      'POST /passkey/verify-registration',
      'POST /sign-in/email',
      'POST /sign-out',
      'POST /two-factor/disable',
      'POST /two-factor/enable',
      'POST /two-factor/generate-backup-codes',
      'POST /two-factor/verify-backup-code',
      'POST /two-factor/verify-totp',
    ])
    for (const each of ['POST /two-factor/send-otp', 'POST /passkey/delete-passkey', 'POST /link-social'])
      expect(closed).toContain(each)
    expect(closed.size).toBeGreaterThan(20)
  })

  it('for other origins', async () => {
    const auth = startAuth()
    const cookie = cookieOf(await signIn(auth))
    for (const origin of ['https://evil.example', 'http://localhost:3001', 'null']) {
      expect((await send(auth, '/sign-out', {}, { cookie, origin })).status).toBe(403)
      expect((await send(auth, '/sign-in/email', { email, password }, { origin })).status).toBe(403)
    }
    expect(await whoHas(auth, cookie)).toBeDefined()
    expect(
      (await send(auth, '/sign-in/email', { email, password }, { origin: 'http://127.0.0.1:3000' })).status,
    ).toBe(200)
  })
})

describe('sessions', () => {
  it('end at once with the account, and no new one starts', async () => {
    const auth = startAuth()
    const cookie = cookieOf(await signIn(auth))
    await disableUser(admin, { id: annId })
    expect(await whoHas(auth, cookie)).toBeUndefined()
    const again = await signIn(auth)
    expect(again.status).toBe(403)
    expect(await again.text()).toContain('disabled')
    expect(await services.db.session.count()).toBe(0)
  })

  it('apply a change of role at once', async () => {
    const auth = startAuth()
    const cookie = cookieOf(await signIn(auth))
    await setUserRole(admin, { id: annId, role: 'viewer' })
    expect((await whoHas(auth, cookie))?.actor.role).toBe('viewer')
  })

  it('are not created by a forged cookie', async () => {
    const auth = startAuth()
    await signIn(auth)
    const { token } = await services.db.session.findFirstOrThrow()
    for (const value of [token, `${token}.${'A'.repeat(43)}=`, '', '%00', 'a.b']) {
      expect(await whoHas(auth, `frostline.session_token=${value}`)).toBeUndefined()
    }
  })

  it('end at sign-out', async () => {
    const auth = startAuth()
    const cookie = cookieOf(await signIn(auth))
    expect((await send(auth, '/sign-out', {}, { cookie })).status).toBe(200)
    expect(await whoHas(auth, cookie)).toBeUndefined()
  })

  it('other than this one end with a new password, whatever the request says', async () => {
    const auth = startAuth()
    const here = cookieOf(await signIn(auth))
    const there = cookieOf(await signIn(auth))
    const change = {
      currentPassword: password,
      newPassword: 'another long password',
      revokeOtherSessions: false,
    }
    expect(
      (await send(auth, '/change-password', { ...change, currentPassword: 'wrong' }, { cookie: here })).ok,
    ).toBe(false)
    expect(
      (await send(auth, '/change-password', { ...change, newPassword: 'short' }, { cookie: here })).ok,
    ).toBe(false)
    const changed = await send(auth, '/change-password', change, { cookie: here })
    expect(changed.status).toBe(200)
    expect(await whoHas(auth, cookieOf(changed))).toBeDefined()
    expect(await whoHas(auth, there)).toBeUndefined()
    expect((await signIn(auth)).status).toBe(401)
    expect((await signIn(auth, { password: change.newPassword })).status).toBe(200)
  })
})

describe('the client address', () => {
  it('comes from the front proxy, in session and audit, whatever else a request claims', async () => {
    const auth = startAuth()
    const claims = { 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '1.1.1.1', forwarded: 'for=1.1.1.1' }
    await send(auth, '/sign-in/email', { email, password }, { ...claims, [addressHeader]: '192.0.2.9' })
    expect(await services.db.session.findMany({ select: { ipAddress: true } })).toEqual([
      { ipAddress: '192.0.2.9' },
    ])
    expect(await services.db.auditEntry.findFirst({ where: { action: 'session.sign-in' } })).toMatchObject({
      details: { address: '192.0.2.9' },
    })
  })
})

describe('guessing', () => {
  it('stops after a few attempts, whatever address the client claims and whichever process answers', async () => {
    const processes = [startAuth(), startAuth(), startAuth()]
    const tries = Array.from({ length: guessLimit.attempts * 3 }, (_, index) => index)
    const responses = await Promise.all(
      tries.map((index) =>
        signIn(
          processes[index % 3] ?? startAuth(),
          { password: `wrong password ${index}` },
          `10.1.${index}.1`,
        ),
      ),
    )
    const statuses = responses.map((response) => response.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(guessLimit.attempts)
    expect(statuses.filter((status) => status === 429)).toHaveLength(guessLimit.attempts * 2)
    const right = await signIn(startAuth(), {}, '10.2.0.1')
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('locks out nobody else, and the account itself only for minutes', async () => {
    const auth = startAuth()
    for (let index = 0; index <= guessLimit.attempts; index += 1) {
      await signIn(auth, { password: 'a wrong password' }, `10.3.${index}.1`)
    }
    expect((await signIn(auth, {}, '10.4.0.1')).status).toBe(429)
    expect((await signIn(auth, { email: 'root@example.com' }, '10.4.0.2')).status).toBe(200)
    services.clock.advanceMs(guessLimit.windowMs)
    expect((await signIn(auth, {}, '10.4.0.3')).status).toBe(200)
  })

  it('with a stolen session stops too, wherever it comes from, and does not lock its owner out', async () => {
    const auth = startAuth()
    const cookie = cookieOf(await signIn(auth))
    const guess = (index: number) =>
      send(
        auth,
        '/change-password',
        { currentPassword: `wrong password ${index}`, newPassword: 'another long password' },
        { cookie, [addressHeader]: `10.7.${index}.1` },
      )
    const statuses: number[] = []
    for (let index = 0; index < guessLimit.attempts * 2; index += 1)
      statuses.push((await guess(index)).status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(guessLimit.attempts)
    expect(statuses.filter((status) => status === 429)).toHaveLength(guessLimit.attempts)
    expect((await signIn(auth, {}, '10.8.0.1')).status).toBe(200)
  })

  it('is reset by a correct password', async () => {
    const auth = startAuth()
    for (let round = 0; round < 2; round += 1) {
      for (let index = 1; index < guessLimit.attempts; index += 1) {
        await signIn(auth, { password: 'a wrong password' }, `10.5.${round}.${index}`)
      }
      expect((await signIn(auth, {}, `10.6.${round}.1`)).status).toBe(200)
    }
  })
})
