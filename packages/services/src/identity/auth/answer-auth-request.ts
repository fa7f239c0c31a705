import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@frostline/db'
import { findInputFault } from '../../platform/base/find-input-fault.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { toServiceError } from '../../platform/base/to-service-error.ts'
import { limitBody } from '../../platform/net/limit-body.ts'
import { retryAfter } from '../../platform/net/retry-after.ts'
import { isSsoEnforced } from '../sign-in-provider/sign-in-policy.ts'
import type { Authentication } from './create-auth.ts'
import { countGuess, forgetGuesses, type GuessedAccount } from './guess-throttle.ts'
import {
  beginProviderSignIn,
  endProviderSignIn,
  type ProviderDoor,
  refusal,
  withBody,
} from './oidc/answer-provider-requests.ts'
import { readSession } from './read-session.ts'
import { throwDatabaseFaults } from './throw-database-faults.ts'

interface Door {
  auth: Authentication
  db: Database
  now: () => Date
  /** The request header with the client's address. */
  addressHeader: string
}

/** Everything else that the library offers (sign-up, e-mail change, …) is closed. */
const openPaths = new Set([
  'POST /sign-in/email',
  'POST /sign-in/social',
  'POST /sign-out',
  'GET /get-session',
  'POST /change-password',
  'POST /revoke-other-sessions',
])

const maxBodyBytes = 16_384

/**
 * Minimum time until a sign-in is denied. The library hashes the password for unknown addresses too, but only attempts
 * at known ones are audited. Hashing and auditing take about 100 ms together.
 */
export const minDenialMs = 250

/**
 * Answers a request under /api/auth. In addition to the library: counts attempts per account, audits sign-ins and
 * password changes, ends other sessions after a password change, and removes the session token from the body, since the
 * cookie carries it already.
 */
export async function answerAuthRequest(door: Door, request: Request): Promise<Response> {
  try {
    const response = await throwDatabaseFaults(
      () => answer(door, request),
      ({ status }) => status >= 500,
    )
    // Where no transaction could start, no query has run yet.
    if (response.status >= 500) await door.db.$queryRaw`SELECT 1`
    return response
  } catch (error) {
    const known = toServiceError(error)
    if (known?.code !== 'unreachable') throw error
    const away = refusal(503, `${known.message} ${known.hint ?? ''}`)
    away.headers.set('retry-after', retryAfter['retry-after'])
    return away
  }
}

async function answer(door: Door, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, '')
  const [, providerId] = (request.method === 'GET' && /^\/callback\/([a-z0-9-]+)$/.exec(path)) || []
  if (providerId !== undefined) return endProviderSignIn(providerDoor(door), request, providerId)
  if (!openPaths.has(`${request.method} ${path}`)) return refusal(404, 'This address does not exist.')
  const limited = await limitBody(request, maxBodyBytes)
  if (!limited) return refusal(413, 'The request is too large.')
  const fault = findInputFault(await readJson(limited))
  if (fault) return refusal(400, fault)
  if (path === '/sign-in/email') return signIn(door, limited)
  if (path === '/sign-in/social')
    return beginProviderSignIn(providerDoor(door), limited, await readJson(limited))
  if (path === '/sign-out') return signOut(door, limited)
  if (path === '/change-password') return changePassword(door, limited)
  return withoutTokens(await door.auth.handler(limited))
}

async function signIn(door: Door, request: Request): Promise<Response> {
  const { email } = await readJson(request)
  if (typeof email !== 'string') return refusal(400, 'Send email and password as JSON.')
  const account = { at: 'sign-in', account: email } as const
  const tooMany = await refuseGuess(door, account)
  if (tooMany) return tooMany
  const notBefore = sleep(minDenialMs)
  const mode = await passwordMode(door, email)
  const response =
    mode === 'refused'
      ? refusal(401, 'Single sign-on is enforced. Passwords are accepted from break-glass admins only.')
      : await door.auth.handler(request)
  if (response.ok) await forgetGuesses(door.db, account)
  await auditSignIn(door, email, request, response, mode)
  if (!response.ok) await notBefore
  return withoutTokens(response)
}

type PasswordMode = 'usual' | 'refused' | 'break-glass'

/** Whether a password of this account is accepted. While single sign-on is enforced, only those of break-glass admins are. */
async function passwordMode({ db }: Door, email: string): Promise<PasswordMode> {
  if (!(await isSsoEnforced(db))) return 'usual'
  const user = await db.user.findUnique({ where: { email: email.toLowerCase() } })
  return user?.breakGlass && user.role === 'admin' ? 'break-glass' : 'refused'
}

/** Ends the session, and returns where to sign out at the provider it came from, if that is possible. */
async function signOut(door: Door, request: Request): Promise<Response> {
  const signedIn = await readSession(door, request.headers)
  const provider = signedIn?.provider ? await door.auth.providers.open(signedIn.provider) : 'unknown'
  const library = typeof provider === 'string' ? door.auth : door.auth.of(provider)
  const body = { callbackURL: '/sign-in', disableRedirect: true }
  return withoutTokens(await library.handler(withBody(request, body)))
}

function providerDoor(door: Door): ProviderDoor {
  const { auth, db, now } = door
  return { auth, db, now, addressOf: (request) => addressOf(door, request).address }
}

async function refuseGuess(door: Door, account: GuessedAccount): Promise<Response | undefined> {
  const permit = await countGuess(door.db, account, door.now())
  if (permit.allowed) return undefined
  const response = refusal(429, 'Too many attempts for this account. Wait and try again.')
  response.headers.set('retry-after', String(permit.retryAfterSeconds))
  return response
}

/** Attempts at unknown addresses are not audited: anyone could flood the audit with them. */
async function auditSignIn(
  door: Door,
  email: string,
  request: Request,
  response: Response,
  mode: PasswordMode,
): Promise<void> {
  if (!response.ok && response.status !== 401 && response.status !== 403) return
  const user = await door.db.user.findUnique({ where: { email: email.toLowerCase() } })
  if (!user) return
  const actor = { type: 'user', id: user.id, name: user.email, role: user.role } as const
  await recordAudit(
    door.db,
    { actor, now: door.now },
    {
      action: mode === 'break-glass' ? 'session.break-glass' : 'session.sign-in',
      objectType: 'user',
      objectId: user.id,
      objectName: user.email,
      outcome: response.ok ? 'succeeded' : 'denied',
      error: response.ok ? undefined : await readMessage(response),
      details: addressOf(door, request),
    },
  )
}

async function changePassword(door: Door, request: Request): Promise<Response> {
  const signedIn = await readSession(door, request.headers)
  if (!signedIn) return withoutTokens(await door.auth.handler(request))
  const { actor } = signedIn
  const account = { at: 'change-password', account: actor.id } as const
  const tooMany = await refuseGuess(door, account)
  if (tooMany) return tooMany
  const body = { ...(await readJson(request)), revokeOtherSessions: true }
  const response = await door.auth.handler(withBody(request, body))
  if (response.ok) await forgetGuesses(door.db, account)
  await recordAudit(
    door.db,
    { actor, now: door.now },
    {
      action: 'user.change-password',
      objectType: 'user',
      objectId: actor.id,
      objectName: actor.name,
      outcome: response.ok ? 'succeeded' : 'failed',
      error: response.ok ? undefined : await readMessage(response),
      details: addressOf(door, request),
    },
  )
  return withoutTokens(response)
}

function addressOf({ addressHeader }: Door, { headers }: Request): { address: string | null } {
  return { address: headers.get(addressHeader) || null }
}

/** A body that is no JSON object has no fields: the library reports what is missing. */
async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

async function readMessage(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' ? message : `status ${response.status}`
}

async function withoutTokens(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('json')) return response
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('cache-control', 'no-store')
  const cleaned = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    key === 'token' ? undefined : value,
  )
  return new Response(cleaned, { status: response.status, headers })
}
