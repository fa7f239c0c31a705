import type { User } from '@frostline/db'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { addressOf, type Door, outcomeOf, readJson, refusal, withBody, withoutTokens } from './door.ts'
import { forgetGuesses, isFirstUse } from './guess-throttle.ts'
import { localModeOf, refusedByPolicy } from './local-mode.ts'
import { auditLocalSignIn, refuseLocalChange } from './local-sign-in.ts'
import { readSession } from './read-session.ts'
import { refuseGuess } from './refuse-guess.ts'

/** Changes of one's own second factor that need the password. Setting up is audited when the first code is verified. */
const guarded: Readonly<Record<string, string | null>> = {
  '/two-factor/enable': null,
  '/two-factor/disable': 'user.disable-two-factor',
  '/two-factor/generate-backup-codes': 'user.renew-recovery-codes',
}

const appPath = '/two-factor/verify-totp'
const recoveryPath = '/two-factor/verify-backup-code'

export const secondFactorPaths = [...Object.keys(guarded), appPath, recoveryPath].map(
  (path) => `POST ${path}`,
)

export async function answerSecondFactor(door: Door, request: Request, path: string): Promise<Response> {
  const signedIn = await readSession(door, request.headers)
  if (path in guarded) {
    if (!signedIn) return refusal(401, 'You are not signed in.')
    return changeSecondFactor(door, request, signedIn.actor, guarded[path] ?? null)
  }
  return signedIn ? endSetUp(door, request, signedIn.actor, path) : endSignIn(door, request, path)
}

type Actor = NonNullable<Awaited<ReturnType<typeof readSession>>>['actor']

async function changeSecondFactor(
  door: Door,
  request: Request,
  actor: Actor,
  action: string | null,
): Promise<Response> {
  const refused = await refuseLocalChange(door, actor.id)
  if (refused) return refused
  const account = { at: 'change-password', account: actor.id } as const
  const tooMany = await refuseGuess(door, account)
  if (tooMany) return tooMany
  const { password } = await readJson(request)
  const response = await door.auth.handler(withBody(request, { password }))
  if (response.ok) await forgetGuesses(door.db, account)
  if (action !== null) await audit(door, request, actor, action, response)
  return withoutTokens(response)
}

/** The first code of an app turns codes on. Later ones are for signing in only: with a session nobody tries them out. */
async function endSetUp(door: Door, request: Request, actor: Actor, path: string): Promise<Response> {
  const begun = await door.db.twoFactor.findUnique({ where: { userId: actor.id } })
  if (path !== appPath || begun?.verified !== false) return refusal(400, 'You are signed in already.')
  const refused = await refuseLocalChange(door, actor.id)
  if (refused) return refused
  const verified = await verify(door, request, actor.id, path)
  if (verified.status !== 429) await audit(door, request, actor, 'user.enable-two-factor', verified)
  return withoutTokens(verified)
}

/** The second step of a sign-in: the password was right. */
async function endSignIn(door: Door, request: Request, path: string): Promise<Response> {
  const user = await findPending(door, request)
  if (!user) return refusal(401, 'The sign-in has expired. Begin again.')
  const mode = await localModeOf(door.db, user)
  const response =
    mode === 'refused' ? refusal(401, refusedByPolicy) : await verify(door, request, user.id, path)
  const by = path === appPath ? 'code' : 'recovery code'
  if (response.status < 500) await auditLocalSignIn(door, user, request, response, { mode, by })
  return withoutTokens(response)
}

/**
 * Attempts are counted before the library looks: it counts those that have failed, so that many at once would each see
 * none. A code of the app works once. Devices are never trusted: each sign-in needs a code.
 */
async function verify(door: Door, request: Request, userId: string, path: string): Promise<Response> {
  const account = { at: 'second-factor', account: userId } as const
  const tooMany = await refuseGuess(door, account)
  if (tooMany) return tooMany
  const given = (await readJson(request)).code
  const code = typeof given === 'string' ? given : ''
  if (path === appPath && !(await isFirstUse(door.db, userId, code, door.now())))
    return refusal(401, 'This code is not correct, or was used already. Wait for the next one.')
  const sent = path === appPath ? code : door.auth.hashRecoveryCode(code)
  const response = await door.auth.handler(withBody(request, { code: sent }))
  if (response.ok) await forgetGuesses(door.db, account)
  return response
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
