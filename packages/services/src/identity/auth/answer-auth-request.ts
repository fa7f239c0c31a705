import { findInputFault } from '../../platform/base/find-input-fault.ts'
import { toServiceError } from '../../platform/base/to-service-error.ts'
import { limitBody } from '../../platform/net/limit-body.ts'
import { retryAfter } from '../../platform/net/retry-after.ts'
import { answerPasskeyRequest, passkeyPaths } from './answer-passkey-requests.ts'
import { changePassword, signInWithPassword } from './answer-password-requests.ts'
import { answerSecondFactor, secondFactorPaths } from './answer-second-factor.ts'
import { type Door, readJson, refusal, withBody, withoutTokens } from './door.ts'
import { beginProviderSignIn, endProviderSignIn } from './oidc/answer-provider-requests.ts'
import { readSession } from './read-session.ts'
import { throwDatabaseFaults } from './throw-database-faults.ts'

/** Everything else that the library offers (sign-up, email change, …) is closed. */
const openPaths = new Set([
  'POST /sign-in/email',
  'POST /sign-in/social',
  'POST /sign-out',
  'GET /get-session',
  'POST /change-password',
  ...secondFactorPaths,
  ...passkeyPaths,
])

const maxBodyBytes = 16_384

/**
 * Answers a request under /api/auth. In addition to the library: counts attempts per account, audits sign-ins and
 * changes, ends other sessions after a password change, refuses local sign-ins where single sign-on is enforced, and
 * removes the session token from the body, since the cookie carries it already.
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
  if (providerId !== undefined) return endProviderSignIn(door, request, providerId)
  if (!openPaths.has(`${request.method} ${path}`)) return refusal(404, 'This address does not exist.')
  const limited = await limitBody(request, maxBodyBytes)
  if (!limited) return refusal(413, 'The request is too large.')
  const fault = findInputFault(await readJson(limited))
  if (fault) return refusal(400, fault)
  if (path === '/sign-in/email') return signInWithPassword(door, limited)
  if (path === '/sign-in/social') return beginProviderSignIn(door, limited)
  if (path === '/sign-out') return signOut(door, limited)
  if (path === '/change-password') return changePassword(door, limited)
  if (path.startsWith('/two-factor/')) return answerSecondFactor(door, limited, path)
  if (path.startsWith('/passkey/')) return answerPasskeyRequest(door, limited, path)
  return answerSession(door, limited)
}

/** Local sessions are renewed when they are read, those from a provider are not. */
async function answerSession(door: Door, request: Request): Promise<Response> {
  const signedIn = await readSession(door, request.headers)
  const url = new URL(request.url)
  if (signedIn?.provider) url.searchParams.set('disableRefresh', 'true')
  return withoutTokens(await door.auth.handler(new Request(url, request)))
}

/** Ends the session, and returns where to sign out at the provider it came from, if that is possible. */
async function signOut(door: Door, request: Request): Promise<Response> {
  const signedIn = await readSession(door, request.headers)
  const provider = signedIn?.provider ? await door.auth.providers.open(signedIn.provider) : 'unknown'
  const library = typeof provider === 'string' ? door.auth : door.auth.of(provider)
  const body = { callbackURL: '/sign-in', disableRedirect: true }
  return withoutTokens(await library.handler(withBody(request, body)))
}
