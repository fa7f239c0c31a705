import type { Database } from '@frostline/db'
import { verifyPassword } from 'better-auth/crypto'
import { countGuess, forgetGuesses, type GuessPermit } from './guess-throttle.ts'

export type PasswordVerdict = 'right' | 'wrong' | Extract<GuessPermit, { allowed: false }>

/** Whether this is the password of a signed-in person. Attempts count as those to change it. */
export async function checkPassword(
  { db, now }: { db: Database; now: () => Date },
  userId: string,
  password: string,
): Promise<PasswordVerdict> {
  const account = { at: 'change-password', account: userId } as const
  const permit = await countGuess(db, account, now())
  if (!permit.allowed) return permit
  const held = await db.account.findFirst({ where: { userId, providerId: 'credential' } })
  if (!held?.password || !(await verifyPassword({ hash: held.password, password }))) return 'wrong'
  await forgetGuesses(db, account)
  return 'right'
}
