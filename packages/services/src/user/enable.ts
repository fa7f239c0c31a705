import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { findUser } from './find-user.ts'
import type { UserView } from './user-view.ts'

export const enableUserInput = z.object({ id: z.string().max(200) })

/** A disabled user may sign in again, with the former password and role. Their tokens stay revoked. */
export async function enableUser(
  ctx: ServiceContext,
  input: z.input<typeof enableUserInput>,
): Promise<UserView> {
  const about = { action: 'user.enable', objectType: 'user', objectId: input.id }
  await authorize(ctx, 'admin', { ...about, objectName: input.id })
  const { id } = parseInput(enableUserInput, input)
  return ctx.db.$transaction(async (tx) => {
    const before = await findUser(tx, id, ctx.now())
    await tx.user.update({ where: { id }, data: { disabledAt: null } })
    await recordAudit(tx, ctx, { ...about, objectName: before.email, outcome: 'succeeded' })
    return { ...before, disabledAt: null }
  })
}
