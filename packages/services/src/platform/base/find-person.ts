import type { ActorType, Transaction } from '@frostline/db'
import { accessFor, roleOnAll, type Scope } from '@frostline/domain'
import { readAccess, readTokenAccess } from '../../identity/access/read-access.ts'
import { judgedSelection, judgeToken } from '../../identity/token/manage-tokens.ts'
import { type Actor, type Role, roleAllows } from './actor.ts'

/**
 * The id of the person behind a request: for a token, whoever created it or the token that created it. Null: the
 * product itself.
 */
export async function findPerson(tx: Transaction, actor: Actor): Promise<string | null> {
  if (actor.type === 'user') return actor.id
  return actor.type === 'system' ? null : personOf(tx, actor.id)
}

/** The same from the id of a user or a token in the ledger. */
async function personOf(tx: Transaction, actorId: string): Promise<string> {
  const token = await tx.apiToken.findUnique({ where: { id: actorId }, select: { createdById: true } })
  return token?.createdById ?? actorId
}

/** Whether two ids of users or tokens are of one person, who cannot be the second one of themselves. */
export async function isSamePerson(tx: Transaction, one: string, other: string): Promise<boolean> {
  return (await personOf(tx, one)) === (await personOf(tx, other))
}

/** In whose name scheduled work starts. */
export interface ActingOwner {
  ownerType: ActorType
  ownerId: string
  ownerName: string
}

export type OwnerAnswer = { kind: 'may'; actor: Actor } | { kind: 'fault'; reason: string }

/**
 * The owner with their current role on what the work touches, or why nothing may start in their name any more. A token ends with
 * the person behind it, and so does what it created over REST.
 * @param need the role that the work requires on these scopes, the verb by which it was ordered, and why, as the end of a sentence.
 */
export async function resolveActingOwner(
  tx: Transaction,
  owner: ActingOwner,
  need: { role: Role; verb: string; because: string; on: readonly Scope[] },
  now: Date,
): Promise<OwnerAnswer> {
  const fault = (why: string): OwnerAnswer => ({
    kind: 'fault',
    reason: `Its owner ${owner.ownerName} ${why}.`,
  })
  if (owner.ownerType === 'token') {
    const token = await tx.apiToken.findUnique({ where: { id: owner.ownerId }, select: judgedSelection })
    if (!token) return fault('is an API token that does not exist any more')
    const verdict = judgeToken(token, now)
    if (!verdict.works) return fault(`is an API token that ${verdict.reason}`)
    const access = accessFor(await readTokenAccess(tx, token), need.verb, need.role)
    const role = roleOnAll(access, need.on)
    if (!role || !roleAllows(role, need.role))
      return fault(`is an API token with ${describeRole(role)} only, and ${need.because}`)
    return { kind: 'may', actor: { type: 'token', id: token.id, name: token.name, role, access } }
  }
  const user = await tx.user.findUnique({ where: { id: owner.ownerId } })
  if (!user) return fault('is not a user any more')
  if (user.disabledAt) return fault('is disabled')
  const access = accessFor(await readAccess(tx, user), need.verb, need.role)
  const role = roleOnAll(access, need.on)
  if (!role || !roleAllows(role, need.role))
    return fault(`has ${describeRole(role)} now, and ${need.because}`)
  return { kind: 'may', actor: { type: 'user', id: user.id, name: user.email, role, access } }
}

function describeRole(role: Role | undefined): string {
  return role ? `the role ${role}` : 'no role on it'
}
