import type { Transaction } from '@frostline/db'
import type { Actor } from './actor.ts'

/** The id of the person behind a call: of a token, whoever made it or the token that made it. Null: the product itself. */
export async function findPerson(tx: Transaction, actor: Actor): Promise<string | null> {
  if (actor.type === 'user') return actor.id
  return actor.type === 'system' ? null : personOf(tx, actor.id)
}

/** The same by the id of a user or a token, as it stands in the ledger. */
export async function personOf(tx: Transaction, actorId: string): Promise<string> {
  const token = await tx.apiToken.findUnique({ where: { id: actorId }, select: { createdById: true } })
  return token?.createdById ?? actorId
}
