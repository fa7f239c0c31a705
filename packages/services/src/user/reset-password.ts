import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { passwordSchema } from '../auth/password-rules.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { findUser } from './find-user.ts'
import type { UserView } from './user-view.ts'

export const resetPasswordInput = z.object({ id: z.string().max(200), password: passwordSchema })

/** Sets a new password for somebody else and ends all their sessions. One's own is changed with the present one. */
export async function resetPassword(
  ctx: ServiceContext,
  input: z.input<typeof resetPasswordInput>,
): Promise<UserView> {
  const about = { action: 'user.reset-password', objectType: 'user', objectId: input.id }
  await authorize(ctx, 'admin', { ...about, objectName: input.id })
  const { id, password } = parseInput(resetPasswordInput, input)
  const passwordHash = await hashPassword(password)
  return ctx.db.$transaction(async (tx) => {
    const before = await findUser(tx, id, ctx.now())
    const { count } = await tx.account.updateMany({
      where: { userId: id, providerId: 'credential' },
      data: { password: passwordHash },
    })
    if (count === 0) {
      await tx.account.create({
        data: {
          id: randomUUID(),
          userId: id,
          accountId: id,
          providerId: 'credential',
          password: passwordHash,
        },
      })
    }
    const { count: endedSessions } = await tx.session.deleteMany({ where: { userId: id } })
    await recordAudit(tx, ctx, {
      ...about,
      objectName: before.email,
      outcome: 'succeeded',
      details: { endedSessions },
    })
    return findUser(tx, id, ctx.now())
  })
}
