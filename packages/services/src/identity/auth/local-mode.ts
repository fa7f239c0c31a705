import type { Database, User } from '@frostline/db'
import { isSsoEnforced } from '../sign-in-provider/sign-in-policy.ts'

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
