import { recordAudit } from '../../platform/base/record-audit.ts'
import { checkPassword } from './check-password.ts'
import { addressOf, type Door, outcomeOf, readJson, refusal, withBody, withoutTokens } from './door.ts'
import { localModeOf, refusedByPolicy } from './local-mode.ts'
import { auditLocalSignIn, refuseLocalChange } from './local-sign-in.ts'
import { readSession } from './read-session.ts'
import { refuseForNow } from './refuse-guess.ts'

/** Ours, in place of the library's GET without a password. */
const beginPath = '/passkey/generate-register-options'

export const passkeyPaths = [
  `POST ${beginPath}`,
  'POST /passkey/verify-registration',
  'GET /passkey/generate-authenticate-options',
  'POST /passkey/verify-authentication',
]

export async function answerPasskeyRequest(door: Door, request: Request, path: string): Promise<Response> {
  if (path === beginPath) return beginRegistration(door, request)
  if (path === '/passkey/verify-registration') return endRegistration(door, request)
  if (path === '/passkey/verify-authentication') return signInWithPasskey(door, request)
  return withVerification(await door.auth.handler(request))
}

/** A passkey replaces password and code, so the authenticator must check who holds it. The library leaves it open. */
async function withVerification(response: Response): Promise<Response> {
  if (!response.ok) return withoutTokens(response)
  const options = { ...(await readJson(response)), userVerification: 'required' }
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return withoutTokens(new Response(JSON.stringify(options), { status: response.status, headers }))
}

/** Adding a passkey needs the password: with a stolen session alone nobody can stay. */
async function beginRegistration(door: Door, request: Request): Promise<Response> {
  const signedIn = await readSession(door, request.headers)
  if (!signedIn) return refusal(401, 'You are not signed in.')
  const refused = await refuseLocalChange(door, signedIn.actor.id)
  if (refused) return refused
  const { password } = await readJson(request)
  const verdict = await checkPassword(door, signedIn.actor.id, typeof password === 'string' ? password : '')
  if (verdict === 'wrong') return refusal(400, 'The password is incorrect.')
  if (verdict !== 'right') return refuseForNow(verdict)
  const plain = new Headers(request.headers)
  plain.delete('content-length')
  plain.delete('content-type')
  return door.auth.handler(new Request(request.url, { headers: plain }))
}

async function endRegistration(door: Door, request: Request): Promise<Response> {
  const signedIn = await readSession(door, request.headers)
  if (!signedIn) return refusal(401, 'You are not signed in.')
  const refused = await refuseLocalChange(door, signedIn.actor.id)
  if (refused) return refused
  const { response: given, name } = await readJson(request)
  const named = typeof name === 'string' ? name.trim().slice(0, 100) : ''
  const response = await door.auth.handler(
    withBody(request, { response: given, name: named === '' ? 'Passkey' : named }),
  )
  const { actor } = signedIn
  await recordAudit(
    door.db,
    { actor, now: door.now },
    {
      ...{ action: 'passkey.add', objectType: 'user', objectId: actor.id, objectName: actor.name },
      ...(await outcomeOf(response)),
      details: { ...addressOf(door, request), name: named },
    },
  )
  return withoutTokens(response)
}

async function signInWithPasskey(door: Door, request: Request): Promise<Response> {
  const { response: given } = await readJson(request)
  const id = typeof given === 'object' && given !== null && 'id' in given ? given.id : undefined
  const passkey =
    typeof id === 'string'
      ? await door.db.passkey.findUnique({ where: { credentialID: id }, include: { user: true } })
      : null
  const user = passkey?.user ?? null
  const mode = await localModeOf(door.db, user)
  const response = mode === 'refused' ? refusal(401, refusedByPolicy) : await door.auth.handler(request)
  // A credential ID is not secret: only what the authenticator signed is audited as a sign-in.
  if (user && (response.ok || response.status === 403))
    await auditLocalSignIn(door, user, request, response, { mode, by: 'passkey' })
  return withoutTokens(response)
}
