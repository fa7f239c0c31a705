import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { findUser } from './find-user.ts'
import type { UserView } from './user-view.ts'

export const resetSecondFactorInput = z.object({ id: z.string().max(200) })

/** Removes codes, recovery codes and passkeys of a user who has lost them, and ends all their sessions. */
export async function resetSecondFactor(
  ctx: ServiceContext,
  given: z.input<typeof resetSecondFactorInput>,
): Promise<UserView> {
  const about = { action: 'user.reset-second-factor', objectType: 'user', objectId: given.id }
  await authorize(ctx, 'admin', { ...about, objectName: given.id })
  const { id } = parseInput(resetSecondFactorInput, given)
  return ctx.db.$transaction(async (tx) => {
    const before = await findUser(tx, id, ctx.now())
    await tx.twoFactor.deleteMany({ where: { userId: id } })
    await tx.user.update({ where: { id }, data: { twoFactorEnabled: false } })
    const { count: passkeys } = await tx.passkey.deleteMany({ where: { userId: id } })
    const { count: endedSessions } = await tx.session.deleteMany({ where: { userId: id } })
    await recordAudit(tx, ctx, {
      ...about,
      objectName: before.email,
      outcome: 'succeeded',
      details: { twoFactor: before.twoFactor, passkeys, endedSessions },
    })
    return findUser(tx, id, ctx.now())
  })
}
