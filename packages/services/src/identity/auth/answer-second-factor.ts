import type { User } from '@frostline/db'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { addressOf, type Door, outcomeOf, readJson, refusal, withBody, withoutTokens } from './door.ts'
import { forgetGuesses } from './guess-throttle.ts'
import { auditLocalSignIn, localModeOf, refusedByPolicy } from './local-sign-in.ts'
import { readSession } from './read-session.ts'
import { refuseGuess } from './refuse-guess.ts'

/** Changes of one's own second factor that need the password. Setting up is audited when the first code is verified. */
const guarded: Readonly<Record<string, string | null>> = {
  '/two-factor/enable': null,
  '/two-factor/disable': 'user.disable-two-factor',
  '/two-factor/generate-backup-codes': 'user.renew-recovery-codes',
}

export const secondFactorPaths = [
  ...Object.keys(guarded),
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
].map((path) => `POST ${path}`)

export async function answerSecondFactor(door: Door, request: Request, path: string): Promise<Response> {
  const signedIn = await readSession(door, request.headers)
  if (path in guarded) {
    if (!signedIn) return refusal(401, 'You are not signed in.')
    return changeSecondFactor(door, request, signedIn.actor, guarded[path] ?? null)
  }
  const { code } = await readJson(request)
  // Devices are never trusted: each sign-in needs a code.
  const response = () => door.auth.handler(withBody(request, { code }))
  if (!signedIn) return endSignIn(door, request, response, path)
  if (path !== '/two-factor/verify-totp') return refusal(400, 'You are signed in already.')
  const before = await door.db.twoFactor.findFirst({ where: { userId: signedIn.actor.id } })
  const verified = await response()
  if (before?.verified === false)
    await audit(door, request, signedIn.actor, 'user.enable-two-factor', verified)
  return withoutTokens(verified)
}

type Actor = NonNullable<Awaited<ReturnType<typeof readSession>>>['actor']

async function changeSecondFactor(
  door: Door,
  request: Request,
  actor: Actor,
  action: string | null,
): Promise<Response> {
  const account = { at: 'change-password', account: actor.id } as const
  const tooMany = await refuseGuess(door, account)
  if (tooMany) return tooMany
  const { password } = await readJson(request)
  const response = await door.auth.handler(withBody(request, { password }))
  if (response.ok) await forgetGuesses(door.db, account)
  if (action !== null) await audit(door, request, actor, action, response)
  return withoutTokens(response)
}

/** The second step of a sign-in: the password was right. */
async function endSignIn(
  door: Door,
  request: Request,
  verify: () => Promise<Response>,
  path: string,
): Promise<Response> {
  const user = await findPending(door, request)
  if (!user) return refusal(401, 'The sign-in has expired. Begin again.')
  const mode = await localModeOf(door.db, user)
  const response = mode === 'refused' ? refusal(401, refusedByPolicy) : await verify()
  const by = path === '/two-factor/verify-totp' ? 'code' : 'recovery code'
  if (response.status < 500) await auditLocalSignIn(door, user, request, response, { mode, by })
  return withoutTokens(response)
}

/** Whose sign-in waits for a code. The library checks the signature of the cookie. */
async function findPending({ db, now }: Door, request: Request): Promise<User | null> {
  const cookie = request.headers.get('cookie') ?? ''
  const [, value] = /(?:^|;\s*)(?:__Secure-)?frostline\.two_factor=([^;]+)/.exec(cookie) ?? []
  if (value === undefined) return null
  const [identifier = ''] = value.split('.')
  const begun = await db.verification.findFirst({ where: { identifier, expiresAt: { gt: now() } } })
  return begun && identifier.startsWith('2fa-') ? db.user.findUnique({ where: { id: begun.value } }) : null
}

async function audit(
  door: Door,
  request: Request,
  actor: Actor,
  action: string,
  response: Response,
): Promise<void> {
  await recordAudit(
    door.db,
    { actor, now: door.now },
    {
      ...{ action, objectType: 'user', objectId: actor.id, objectName: actor.name },
      ...(await outcomeOf(response)),
      details: addressOf(door, request),
    },
  )
}
