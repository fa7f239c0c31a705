import { z } from 'zod'
import { accountRoles, roles } from '../../platform/base/actor.ts'

export const roleSchema = z.enum(roles)
/** Of an account, on everything. A member has none there, only the grants of their own and of their teams. */
export const accountRoleSchema = z.enum(accountRoles)

/** A user as shown to admins, without the password. */
export const userView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: accountRoleSchema,
  disabledAt: z.date().nullable(),
  createdAt: z.date(),
  /** When the newest session started or was last renewed. Null: never signed in, or signed out everywhere. */
  lastSeenAt: z.date().nullable(),
  sessions: z.int(),
  hasPassword: z.boolean(),
  /** Ids of the providers they have signed in with. Their role follows the groups there. */
  providers: z.array(z.string()),
  /** Whether they may sign in with a password although single sign-on is enforced. */
  breakGlass: z.boolean(),
  /** Whether a sign-in by password also needs a code. */
  twoFactor: z.boolean(),
  passkeys: z.int(),
})
export type UserView = z.infer<typeof userView>

export const userSelection = {
  id: true,
  email: true,
  name: true,
  role: true,
  disabledAt: true,
  createdAt: true,
  breakGlass: true,
  twoFactorEnabled: true,
  _count: { select: { passkeys: true } },
  accounts: { select: { providerId: true, password: true } },
  sessions: { select: { updatedAt: true, expiresAt: true } },
} as const

interface SelectedUser
  extends Omit<UserView, 'lastSeenAt' | 'sessions' | 'hasPassword' | 'providers' | 'twoFactor' | 'passkeys'> {
  accounts: { providerId: string; password: string | null }[]
  twoFactorEnabled: boolean
  _count: { passkeys: number }
  sessions: { updatedAt: Date; expiresAt: Date }[]
}

export function toUserView(user: SelectedUser, now: Date): UserView {
  const live = user.sessions.filter((session) => session.expiresAt > now)
  const lastSeen = live.map((session) => session.updatedAt.getTime())
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    disabledAt: user.disabledAt,
    createdAt: user.createdAt,
    lastSeenAt: lastSeen.length === 0 ? null : new Date(Math.max(...lastSeen)),
    sessions: live.length,
    hasPassword: user.accounts.some(({ password }) => password !== null),
    providers: user.accounts.map(({ providerId }) => providerId).filter((id) => id !== 'credential'),
    breakGlass: user.breakGlass,
    twoFactor: user.twoFactorEnabled,
    passkeys: user._count.passkeys,
  }
}
