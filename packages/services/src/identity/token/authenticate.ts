import type { Database } from '@frostline/db'
import type { Actor } from '../../platform/base/actor.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { readTokenAccess } from '../access/read-access.ts'
import { isAddressAllowed } from './allowed-addresses.ts'
import { hashToken, judgedSelection, judgeToken } from './manage-tokens.ts'

const useRecordedEveryMs = 60_000
const refusalRecordedEveryMs = 3_600_000

/**
 * The actor of a token. Looked up by its hash, so that timing reveals nothing about other tokens.
 * @param address of the client; null: unknown.
 * @throws ServiceError `unauthenticated` for an unknown, revoked or expired one, with the same text for all; and from an
 * address that is not allowed.
 */
export async function authenticateToken(
  db: Database,
  token: string,
  now: Date,
  address: string | null,
): Promise<Actor> {
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
  const access = await readTokenAccess(db, found)
  const actor: Actor = { type: 'token', id: found.id, name: found.name, role: verdict.role, access }
  if (!isAddressAllowed(address, found.allowedAddresses)) {
    await recordRefusal(db, actor, now, address)
    throw new ServiceError('unauthenticated', 'The API token may not be used from this address.', {
      hint: 'Call from an allowed address, or ask an admin for a token that allows it.',
    })
  }
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= useRecordedEveryMs) {
    await db.apiToken.updateMany({
      where: { id: found.id },
      data: { lastUsedAt: now, lastUsedAddress: address },
    })
  }
  return actor
}

/** In the audit at most once an hour: whoever has the token could fill it. */
async function recordRefusal(db: Database, actor: Actor, now: Date, address: string | null): Promise<void> {
  const due = new Date(now.getTime() - refusalRecordedEveryMs)
  await db.$transaction(async (tx) => {
    const { count } = await tx.apiToken.updateMany({
      where: { id: actor.id, OR: [{ refusedAt: null }, { refusedAt: { lte: due } }] },
      data: { refusedAt: now, refusedAddress: address ?? 'unknown' },
    })
    if (count === 0) return
    await recordAudit(
      tx,
      { actor, now: () => now },
      {
        ...{ action: 'token.use', objectType: 'token', objectId: actor.id, objectName: actor.name },
        ...{ outcome: 'denied', error: 'The address is not allowed.', details: { address } },
      },
    )
  })
}
