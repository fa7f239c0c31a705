import { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { changeUser, endSessions } from './change-user.ts'
import type { UserView } from './user-view.ts'

export const resetSecondFactorInput = z.object({ id: z.string().max(200) })

/** Removes codes, recovery codes and passkeys of a user who has lost them, and ends all their sessions. */
export async function resetSecondFactor(
  ctx: ServiceContext,
  given: z.input<typeof resetSecondFactorInput>,
): Promise<UserView> {
  const asked = { action: 'user.reset-second-factor', schema: resetSecondFactorInput, given }
  return changeUser(ctx, asked, async (tx, { id, twoFactor }) => {
    await tx.twoFactor.deleteMany({ where: { userId: id } })
    await tx.user.update({ where: { id }, data: { twoFactorEnabled: false } })
    const { count: passkeys } = await tx.passkey.deleteMany({ where: { userId: id } })
    return { twoFactor, passkeys, endedSessions: await endSessions(tx, id) }
  })
}
