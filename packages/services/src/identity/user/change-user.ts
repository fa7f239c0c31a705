import type { Transaction } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../../platform/base/record-audit.ts'
import { keepABreakGlassAdmin } from '../sign-in-provider/keep-a-way-in.ts'
import { findUser } from './find-user.ts'
import { keepAnAdmin } from './keep-an-admin.ts'
import type { UserView } from './user-view.ts'

/**
 * An admin's change of one user, and its audit entry.
 * @param change writes it. @returns the details of the audit entry.
 */
export async function changeUser<Input extends { id: string }>(
  ctx: ServiceContext,
  { action, schema, given }: { action: string; schema: z.ZodType<Input>; given: { id: string } },
  change: (tx: Transaction, before: UserView, input: Input) => Promise<AuditFacts['details']>,
): Promise<UserView> {
  const about = { action, objectType: 'user', objectId: given.id }
  await authorize(ctx, 'admin', { ...about, objectName: given.id })
  const input = parseInput(schema, given)
  return ctx.db.$transaction(async (tx) => {
    const before = await findUser(tx, input.id, ctx.now())
    const details = await change(tx, before, input)
    await recordAudit(tx, ctx, { ...about, objectName: before.email, outcome: 'succeeded', details })
    return findUser(tx, input.id, ctx.now())
  })
}

/** Ends all sessions of a user, and sign-ins that wait for a code. @returns the number of sessions. */
export async function endSessions(tx: Transaction, userId: string): Promise<number> {
  await tx.verification.deleteMany({ where: { value: userId, identifier: { startsWith: '2fa-' } } })
  const { count } = await tx.session.deleteMany({ where: { userId } })
  return count
}

/**
 * Disables a user: their sessions and tokens end with this transaction.
 * @param providerId the provider that does so, and may enable the account again. Null: only an admin may.
 * @throws ServiceError `conflict` where it would leave no admin, or none who can break the glass. Then nothing has changed.
 */
export async function endUser(
  tx: Transaction,
  { id, disabledAt }: { id: string; disabledAt: Date | null },
  at: Date,
  providerId: string | null = null,
): Promise<{ endedSessions: number; revokedTokens: number }> {
  await keepABreakGlassAdmin(tx, id)
  await keepAnAdmin(tx, id)
  await tx.user.update({
    where: { id },
    data: { disabledAt: disabledAt ?? at, disabledByProviderId: providerId },
  })
  const { count: revokedTokens } = await tx.apiToken.updateMany({
    where: { createdById: id, revokedAt: null },
    data: { revokedAt: at },
  })
  return { endedSessions: await endSessions(tx, id), revokedTokens }
}
