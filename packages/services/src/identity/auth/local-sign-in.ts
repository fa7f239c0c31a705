import type { Database, User } from '@frostline/db'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { isSsoEnforced } from '../sign-in-provider/sign-in-policy.ts'
import { addressOf, type Door, outcomeOf } from './door.ts'

export type LocalMode = 'usual' | 'refused' | 'break-glass'

/**
 * Whether a person may sign in without a provider, by password or passkey. While single sign-on is enforced, only
 * break-glass admins may.
 */
export async function localModeOf(
  db: Database,
  user: Pick<User, 'breakGlass' | 'role'> | null,
): Promise<LocalMode> {
  if (!(await isSsoEnforced(db))) return 'usual'
  return user?.breakGlass && user.role === 'admin' ? 'break-glass' : 'refused'
}

export const refusedByPolicy =
  'Single sign-on is enforced. Only break-glass admins sign in without the provider.'

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
