import type { Database } from '@frostline/db'
import { recordAudit } from '../base/record-audit.ts'
import type { Authentication } from './create-auth.ts'
import { readSession } from './read-session.ts'
import { countSignInAttempt, forgetSignInAttempts } from './sign-in-throttle.ts'

interface Door {
  auth: Authentication
  db: Database
  now: () => Date
}

/** All else that the library offers (sign-up, e-mail change, social sign-in, …) does not exist here. */
const openPaths = new Set([
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'POST /change-password',
  'POST /revoke-other-sessions',
])

const maxBodyBytes = 16_384

/**
 * Answers a request under /api/auth. Beyond the library: counts attempts by account, writes sign-ins and password
 * changes to the audit, and takes the session token out of the answer, since the cookie carries it already.
 */
export async function answerAuthRequest(door: Door, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, '')
  if (!openPaths.has(`${request.method} ${path}`)) return refusal(404, 'There is no such address.')
  const body = await request.clone().text()
  if (body.length > maxBodyBytes) return refusal(413, 'The request is too large.')
  if (path === '/sign-in/email') return signIn(door, request, body)
  if (path === '/change-password') return changePassword(door, request)
  return withoutTokens(await door.auth.handler(request))
}

async function signIn(door: Door, request: Request, body: string): Promise<Response> {
  const email = readEmail(body)
  if (email === undefined) return refusal(400, 'Send e-mail and password as JSON.')
  const permit = await countSignInAttempt(door.db, email, door.now())
  if (!permit.allowed) {
    const response = refusal(429, 'Too many attempts for this account. Wait and try again.')
    response.headers.set('retry-after', String(permit.retryAfterSeconds))
    return response
  }
  const response = await door.auth.handler(request)
  if (response.ok) await forgetSignInAttempts(door.db, email)
  await auditSignIn(door, email, response)
  return withoutTokens(response)
}

/** Attempts at addresses that nobody has are not written: anyone could fill the audit with them. */
async function auditSignIn(door: Door, email: string, response: Response): Promise<void> {
  if (!response.ok && response.status !== 401 && response.status !== 403) return
  const user = await door.db.user.findUnique({ where: { email: email.toLowerCase() } })
  if (!user) return
  const actor = { type: 'user', id: user.id, name: user.email, role: user.role } as const
  await recordAudit(
    door.db,
    { actor, now: door.now },
    {
      action: 'session.sign-in',
      objectType: 'user',
      objectId: user.id,
      objectName: user.email,
      outcome: response.ok ? 'succeeded' : 'denied',
      error: response.ok ? undefined : await readMessage(response),
    },
  )
}

async function changePassword(door: Door, request: Request): Promise<Response> {
  const signedIn = await readSession(door.auth, request.headers)
  const response = await door.auth.handler(request)
  if (signedIn) {
    const { actor } = signedIn
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
      },
    )
  }
  return withoutTokens(response)
}

function readEmail(body: string): string | undefined {
  try {
    const { email } = JSON.parse(body) as { email?: unknown }
    return typeof email === 'string' ? email : undefined
  } catch {
    return undefined
  }
}

async function readMessage(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' ? message : `status ${response.status}`
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { 'cache-control': 'no-store' } })
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
