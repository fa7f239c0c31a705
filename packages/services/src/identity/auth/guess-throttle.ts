import { createHash } from 'node:crypto'
import { countAttempt, type Database } from '@frostline/db'

/**
 * Limit of guesses per account from any address, since an attacker may have many. It allows 2,880 guesses a day at one
 * account; its owner waits at most five minutes.
 */
export const guessLimit = { attempts: 10, windowMs: 5 * 60_000 } as const

/** What is guessed, and where: a stolen session cookie must not lock its owner out of the sign-in. */
export interface GuessedAccount {
  at: 'sign-in' | 'second-factor' | 'change-password'
  /** The email address at sign-in with a password, otherwise the user's id. */
  account: string
}

export type GuessPermit = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/**
 * Counts an attempt before the password is checked. better-auth deletes rows older than its windows, which are longer.
 */
export async function countGuess(db: Database, account: GuessedAccount, now: Date): Promise<GuessPermit> {
  const { attempts, windowMs } = guessLimit
  const { count, windowEndsAt } = await countAttempt(db, attemptKey(account), { now, windowMs })
  if (count <= attempts) return { allowed: true }
  const leftMs = windowEndsAt.getTime() - now.getTime()
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) }
}

/** Called after a correct password. */
export async function forgetGuesses(db: Database, account: GuessedAccount): Promise<void> {
  await db.rateLimit.deleteMany({ where: { key: attemptKey(account) } })
}

/** A code of an app is valid for 90 s, with those before and after it. */
const codeWindowMs = 2 * 60_000

/** Whether this code of an app is sent for the first time. One that somebody has seen does not work again. */
export async function isFirstUse(db: Database, userId: string, code: string, now: Date): Promise<boolean> {
  const key = `code:${createHash('sha256').update(`${userId}\0${code}`).digest('hex')}`
  return (await countAttempt(db, key, { now, windowMs: codeWindowMs })).count === 1
}

/** A hash, so that the table contains no addresses and the key has a fixed length. */
function attemptKey({ at, account }: GuessedAccount): string {
  return `${at}:${createHash('sha256').update(account.trim().toLowerCase()).digest('hex')}`
}
