import type { Transaction } from '@frostline/db'
import type { Actor } from '../base/actor.ts'

/** Who stands behind a call: of a token, whoever made it. Null: nobody knows. */
export async function findPerson(tx: Transaction, actor: Actor): Promise<string | null> {
  if (actor.type === 'user') return actor.id
  if (actor.type === 'system') return null
  const token = await tx.apiToken.findUnique({ where: { id: actor.id }, select: { createdById: true } })
  return token?.createdById ?? null
}
