import type { Database } from '@frostline/db'
import { refusal } from './door.ts'
import { countGuess, type GuessedAccount, type GuessPermit } from './guess-throttle.ts'

/** Counts an attempt. The answer when there were too many. */
export async function refuseGuess(
  { db, now }: { db: Database; now: () => Date },
  account: GuessedAccount,
): Promise<Response | undefined> {
  const permit = await countGuess(db, account, now())
  return permit.allowed ? undefined : refuseForNow(permit)
}

export function refuseForNow({ retryAfterSeconds }: Extract<GuessPermit, { allowed: false }>): Response {
  const response = refusal(429, 'Too many attempts for this account. Wait and try again.')
  response.headers.set('retry-after', String(retryAfterSeconds))
  return response
}
