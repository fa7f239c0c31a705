import type { Role } from '@frostline/db'
import { roleAllows } from '../base/actor.ts'

/** What of a token's row decides whether it works. */
export const judgedSelection = {
  id: true,
  name: true,
  role: true,
  revokedAt: true,
  expiresAt: true,
  lastUsedAt: true,
  createdBy: { select: { email: true, role: true, disabledAt: true } },
} as const

interface JudgedToken {
  role: Role
  revokedAt: Date | null
  expiresAt: Date | null
  createdBy: { email: string; role: Role; disabledAt: Date | null }
}

export type TokenVerdict = { works: true; role: Role } | { works: false; reason: string }

/**
 * Whether a token works, and as what: never more than the person behind it may do now.
 * @returns the reason as the end of "… is an API token that".
 */
export function judgeToken({ role, revokedAt, expiresAt, createdBy }: JudgedToken, now: Date): TokenVerdict {
  if (revokedAt) return { works: false, reason: 'was revoked' }
  if (expiresAt && expiresAt <= now) return { works: false, reason: 'has expired' }
  if (createdBy.disabledAt)
    return { works: false, reason: `was created by ${createdBy.email}, who is disabled` }
  return { works: true, role: roleAllows(createdBy.role, role) ? role : createdBy.role }
}
