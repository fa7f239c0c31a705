import type { Transaction } from '@frostline/db'
import { ServiceError } from '../../platform/base/service-error.ts'

/**
 * Rejects a change that would leave no admin. The rows are locked, so that two such changes at once cannot both count
 * the other's admin. Where the sign-in policy is locked too, that comes first.
 */
export async function keepAnAdmin(tx: Transaction, userId: string): Promise<void> {
  const admins = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "user" WHERE "role" = 'admin' AND "disabledAt" IS NULL ORDER BY "id" FOR UPDATE`
  if (admins.some((admin) => admin.id !== userId)) return
  if (admins.length === 0) return
  throw new ServiceError('conflict', 'This is the only admin who can sign in.', {
    hint: 'Make another user an admin first.',
  })
}
