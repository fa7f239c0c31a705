import type { User } from '@frostline/db'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { addressOf, type Door, outcomeOf, refusal } from './door.ts'
import { type LocalMode, localModeOf, refusedByPolicy } from './local-mode.ts'

/** While single sign-on is enforced, only break-glass admins change their password, second factor and passkeys. */
export async function refuseLocalChange({ db }: Door, userId: string): Promise<Response | undefined> {
  const user = await db.user.findUnique({ where: { id: userId } })
  return (await localModeOf(db, user)) === 'refused' ? refusal(403, refusedByPolicy) : undefined
}

/** Audits a local sign-in, successful or denied. */
export async function auditLocalSignIn(
  door: Door,
  user: Pick<User, 'id' | 'email' | 'role'>,
  request: Request,
  response: Response,
  { mode, by }: { mode: LocalMode; by: 'password' | 'code' | 'recovery code' | 'passkey' },
): Promise<void> {
  const { error } = await outcomeOf(response)
  await recordAudit(
    door.db,
    { actor: { type: 'user', id: user.id, name: user.email, role: user.role }, now: door.now },
    {
      action: mode === 'break-glass' ? 'session.break-glass' : 'session.sign-in',
      objectType: 'user',
      objectId: user.id,
      objectName: user.email,
      outcome: response.ok ? 'succeeded' : 'denied',
      error,
      details: { ...addressOf(door, request), by },
    },
  )
}
