import type { SignedIn } from '../auth/read-session.ts'
import type { ServiceContext } from '../base/context.ts'

/** What people see is told to the minute; each request would write a row otherwise. */
const everyMs = 60_000

/** Writes down that somebody is at work in a session, at most once a minute. */
export async function noteSeen(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  { sessionId, seenAt }: Pick<SignedIn, 'sessionId' | 'seenAt'>,
): Promise<void> {
  const at = now()
  const due = new Date(at.getTime() - everyMs)
  if (seenAt > due) return
  await db.session.updateMany({ where: { id: sessionId, updatedAt: { lte: due } }, data: { updatedAt: at } })
}
