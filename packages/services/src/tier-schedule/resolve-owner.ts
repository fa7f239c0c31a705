import type { ActorType, Transaction } from '@frostline/db'
import { type Actor, roleAllows } from '../base/actor.ts'

export type OwnerAnswer = { kind: 'may'; actor: Actor } | { kind: 'fault'; reason: string }

/**
 * The owner of a schedule with the role held now, or why moves cannot be made in this name any more. A token ends
 * with its maker (see disableUser), so a schedule made over REST does too.
 */
export async function resolveOwner(
  tx: Transaction,
  owner: { ownerType: ActorType; ownerId: string; ownerName: string },
  now: Date,
): Promise<OwnerAnswer> {
  const fault = (why: string): OwnerAnswer => ({
    kind: 'fault',
    reason: `Its owner ${owner.ownerName} ${why}.`,
  })
  if (owner.ownerType === 'token') {
    const token = await tx.apiToken.findUnique({ where: { id: owner.ownerId } })
    if (!token) return fault('is an API token that does not exist any more')
    if (token.revokedAt) return fault('is an API token that was revoked')
    if (token.expiresAt && token.expiresAt <= now) return fault('is an API token that has expired')
    if (!roleAllows(token.role, 'operator')) return fault(`is an API token with the role ${token.role} only`)
    return { kind: 'may', actor: { type: 'token', id: token.id, name: token.name, role: token.role } }
  }
  const user = await tx.user.findUnique({ where: { id: owner.ownerId } })
  if (!user) return fault('is no user any more')
  if (user.disabledAt) return fault('is disabled')
  if (!roleAllows(user.role, 'operator'))
    return fault(`is a ${user.role} now, and moves need the role operator`)
  return { kind: 'may', actor: { type: 'user', id: user.id, name: user.email, role: user.role } }
}
