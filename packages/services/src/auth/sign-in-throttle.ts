import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '@frostline/db'

/**
 * Attempts for one e-mail address, whoever makes them: the address of the caller can be forged, this cannot. An
 * attacker gets 2,880 guesses a day at one account; its owner waits at most five minutes.
 */
export const signInLimit = { attempts: 10, windowMs: 5 * 60_000 } as const

export type SignInPermit = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/**
 * Counts an attempt before the password is looked at, in one statement, so that parallel attempts at any number of
 * processes share the count. The window starts with its first attempt and is kept in `lastRequest`.
 * The table is better-auth's own: it deletes rows older than the longest of its windows, which is not shorter.
 */
export async function countSignInAttempt(db: Database, email: string, now: Date): Promise<SignInPermit> {
  const nowMs = BigInt(now.getTime())
  const expired = nowMs - BigInt(signInLimit.windowMs)
  const rows = await db.$queryRaw<{ count: number; lastRequest: bigint }[]>`
    INSERT INTO "rateLimit" AS r ("id", "key", "count", "lastRequest")
    VALUES (${randomUUID()}, ${attemptKey(email)}, 1, ${nowMs})
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN r."lastRequest" <= ${expired} THEN 1 ELSE r."count" + 1 END,
      "lastRequest" = CASE WHEN r."lastRequest" <= ${expired} THEN ${nowMs} ELSE r."lastRequest" END
    RETURNING "count", "lastRequest"`
  const row = rows[0]
  if (!row || row.count <= signInLimit.attempts) return { allowed: true }
  const endsAtMs = Number(row.lastRequest) + signInLimit.windowMs
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000)) }
}

/** After a right password. */
export async function forgetSignInAttempts(db: Database, email: string): Promise<void> {
  await db.rateLimit.deleteMany({ where: { key: attemptKey(email) } })
}

/** A hash, so that the table names nobody and the key has a fixed length. */
function attemptKey(email: string): string {
  return `sign-in:${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`
}
