import type { Database } from '@frostline/db'
import type { Actor } from '../../platform/base/actor.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { hashToken, judgedSelection, judgeToken } from './manage-tokens.ts'

const useRecordedEveryMs = 60_000

/**
 * The actor of a token. Looked up by its hash, so that timing reveals nothing about other tokens.
 * @throws ServiceError `unauthenticated` for an unknown, revoked or expired one; with the same text for all.
 */
export async function authenticateToken(db: Database, token: string, now: Date): Promise<Actor> {
  const found = await db.apiToken.findUnique({
    where: { tokenHash: hashToken(token) },
    select: judgedSelection,
  })
  const verdict = found ? judgeToken(found, now) : undefined
  if (!found || !verdict?.works) {
    throw new ServiceError('unauthenticated', 'The API token is unknown, revoked or expired.', {
      hint: 'Send a valid token as "Authorization: Bearer …". An admin can create one.',
    })
  }
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= useRecordedEveryMs) {
    await db.apiToken.updateMany({ where: { id: found.id }, data: { lastUsedAt: now } })
  }
  return { type: 'token', id: found.id, name: found.name, role: verdict.role }
}
