import { setTimeout as sleep } from 'node:timers/promises'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { addressOf, type Door, outcomeOf, readJson, refusal, withBody, withoutTokens } from './door.ts'
import { forgetGuesses } from './guess-throttle.ts'
import { localModeOf, refusedByPolicy } from './local-mode.ts'
import { auditLocalSignIn, refuseLocalChange } from './local-sign-in.ts'
import { readSession } from './read-session.ts'
import { refuseGuess } from './refuse-guess.ts'

/**
 * Minimum time until a sign-in is denied. The library hashes the password for unknown addresses too, but only attempts
 * at known ones are audited. Hashing and auditing take about 100 ms together.
 */
export const minDenialMs = 250

/** Attempts at unknown addresses are not audited: anyone could flood the audit with them. */
export async function signInWithPassword(door: Door, request: Request): Promise<Response> {
  const { email } = await readJson(request)
  if (typeof email !== 'string') return refusal(400, 'Send email and password as JSON.')
  const account = { at: 'sign-in', account: email } as const
  const tooMany = await refuseGuess(door, account)
  if (tooMany) return tooMany
  const notBefore = sleep(minDenialMs)
  const user = await door.db.user.findUnique({ where: { email: email.toLowerCase() } })
  const mode = await localModeOf(door.db, user)
  const response = mode === 'refused' ? refusal(401, refusedByPolicy) : await door.auth.handler(request)
  if (response.ok) await forgetGuesses(door.db, account)
  const judged = response.ok || response.status === 401 || response.status === 403
  // With a second factor, the sign-in has only begun.
  const pending = (await readJson(response)).twoFactorRedirect === true
  if (user && judged && !pending)
    await auditLocalSignIn(door, user, request, response, { mode, by: 'password' })
  if (!response.ok) await notBefore
  return withoutTokens(response)
}

export async function changePassword(door: Door, request: Request): Promise<Response> {
  const signedIn = await readSession(door, request.headers)
  if (!signedIn) return withoutTokens(await door.auth.handler(request))
  const { actor } = signedIn
  const refused = await refuseLocalChange(door, actor.id)
  if (refused) return refused
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
      ...(await outcomeOf(response)),
      details: addressOf(door, request),
    },
  )
  return withoutTokens(response)
}
