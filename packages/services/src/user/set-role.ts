import { z } from 'zod'
import { roleAllows, roles } from '../base/actor.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { findUser } from './find-user.ts'
import { keepAnAdmin } from './keep-an-admin.ts'
import { roleSchema, type UserView } from './user-view.ts'

export const setUserRoleInput = z.object({ id: z.string().max(200), role: roleSchema })

/** Holds from the user's next request on. Tokens of theirs that could do more than they can now are revoked. */
export async function setUserRole(
  ctx: ServiceContext,
  input: z.input<typeof setUserRoleInput>,
): Promise<UserView> {
  const about = { action: 'user.set-role', objectType: 'user', objectId: input.id }
  await authorize(ctx, 'admin', { ...about, objectName: input.id })
  const { id, role } = parseInput(setUserRoleInput, input)
  return ctx.db.$transaction(async (tx) => {
    if (role !== 'admin') await keepAnAdmin(tx, id)
    const before = await findUser(tx, id, ctx.now())
    await tx.user.update({ where: { id }, data: { role } })
    const beyond = roles.filter((other) => !roleAllows(role, other))
    const { count: revokedTokens } = await tx.apiToken.updateMany({
      where: { createdById: id, revokedAt: null, role: { in: beyond } },
      data: { revokedAt: ctx.now() },
    })
    await recordAudit(tx, ctx, {
      ...about,
      objectName: before.email,
      outcome: 'succeeded',
      details: { from: before.role, to: role, revokedTokens },
    })
    return { ...before, role }
  })
}
