import { createHash } from 'node:crypto'
import { countAttempt, type Database } from '@frostline/db'

/**
 * Attempts for one e-mail address, whoever makes them: the address of the caller can be forged, this cannot. An
 * attacker gets 2,880 guesses a day at one account; its owner waits at most five minutes.
 */
export const signInLimit = { attempts: 10, windowMs: 5 * 60_000 } as const

export type SignInPermit = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/** Counts an attempt before the password is looked at. better-auth deletes rows older than its windows, which are longer. */
export async function countSignInAttempt(db: Database, email: string, now: Date): Promise<SignInPermit> {
  const { attempts, windowMs } = signInLimit
  const { count, windowEndsAt } = await countAttempt(db, attemptKey(email), { now, windowMs })
  if (count <= attempts) return { allowed: true }
  const leftMs = windowEndsAt.getTime() - now.getTime()
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) }
}

/** After a right password. */
export async function forgetSignInAttempts(db: Database, email: string): Promise<void> {
  await db.rateLimit.deleteMany({ where: { key: attemptKey(email) } })
}

/** A hash, so that the table names nobody and the key has a fixed length. */
function attemptKey(email: string): string {
  return `sign-in:${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`
}
