import { z } from 'zod'
import { roles } from '../../platform/base/actor.ts'

export const roleSchema = z.enum(roles)

/** A user as shown to admins, without the password. */
export const userView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: roleSchema,
  disabledAt: z.date().nullable(),
  createdAt: z.date(),
  /** When the newest session started or was last renewed. Null: never signed in, or signed out everywhere. */
  lastSeenAt: z.date().nullable(),
  sessions: z.int(),
})
export type UserView = z.infer<typeof userView>

export const userSelection = {
  id: true,
  email: true,
  name: true,
  role: true,
  disabledAt: true,
  createdAt: true,
  sessions: { select: { updatedAt: true, expiresAt: true } },
} as const

interface SelectedUser extends Omit<UserView, 'lastSeenAt' | 'sessions'> {
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
  }
}
