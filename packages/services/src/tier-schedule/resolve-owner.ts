import type { ActorType, Transaction } from '@frostline/db'
import { type Actor, roleAllows } from '../base/actor.ts'

export type OwnerAnswer = { kind: 'may'; actor: Actor } | { kind: 'fault'; reason: string }

/**
 * The owner of a schedule with the role held now, or why moves cannot be made in this name any more. A token ends
 * with its maker (see disableUser), so a schedule made over REST does too. Nobody is awake to approve a nightly plan:
 * where the cluster asks for approvals, a schedule stands for one, and only an admin can own it.
 */
export async function resolveOwner(
  tx: Transaction,
  owner: {
    ownerType: ActorType
    ownerId: string
    ownerName: string
    cluster: { approvalRequired: boolean }
  },
  now: Date,
): Promise<OwnerAnswer> {
  const fault = (why: string): OwnerAnswer => ({
    kind: 'fault',
    reason: `Its owner ${owner.ownerName} ${why}.`,
  })
  const needed = owner.cluster.approvalRequired ? 'admin' : 'operator'
  const reason = owner.cluster.approvalRequired
    ? 'on a cluster whose plans need an approval, schedules are for admins'
    : 'moves need the role operator'
  if (owner.ownerType === 'token') {
    const token = await tx.apiToken.findUnique({ where: { id: owner.ownerId } })
    if (!token) return fault('is an API token that does not exist any more')
    if (token.revokedAt) return fault('is an API token that was revoked')
    if (token.expiresAt && token.expiresAt <= now) return fault('is an API token that has expired')
    if (!roleAllows(token.role, needed))
      return fault(`is an API token with the role ${token.role} only, and ${reason}`)
    return { kind: 'may', actor: { type: 'token', id: token.id, name: token.name, role: token.role } }
  }
  const user = await tx.user.findUnique({ where: { id: owner.ownerId } })
  if (!user) return fault('is no user any more')
  if (user.disabledAt) return fault('is disabled')
  if (!roleAllows(user.role, needed))
    return fault(`is ${user.role === 'viewer' ? 'a' : 'an'} ${user.role} now, and ${reason}`)
  return { kind: 'may', actor: { type: 'user', id: user.id, name: user.email, role: user.role } }
}
