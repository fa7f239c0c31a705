import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { findPerson } from '../base/find-person.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { findUser } from './find-user.ts'
import { keepAnAdmin } from './keep-an-admin.ts'
import type { UserView } from './user-view.ts'

export const disableUserInput = z.object({ id: z.string().max(200) })

/** The user cannot sign in any more; their sessions and tokens end with this transaction. */
export async function disableUser(
  ctx: ServiceContext,
  input: z.input<typeof disableUserInput>,
): Promise<UserView> {
  const about = { action: 'user.disable', objectType: 'user', objectId: input.id }
  await authorize(ctx, 'admin', { ...about, objectName: input.id })
  const { id } = parseInput(disableUserInput, input)
  if (id === (await findPerson(ctx.db, ctx.actor))) {
    throw new ServiceError('conflict', 'You cannot disable your own account.', { hint: 'Ask another admin.' })
  }
  return ctx.db.$transaction(async (tx) => {
    await keepAnAdmin(tx, id)
    const before = await findUser(tx, id, ctx.now())
    const at = ctx.now()
    await tx.user.update({ where: { id }, data: { disabledAt: before.disabledAt ?? at } })
    const { count: endedSessions } = await tx.session.deleteMany({ where: { userId: id } })
    const { count: revokedTokens } = await tx.apiToken.updateMany({
      where: { createdById: id, revokedAt: null },
      data: { revokedAt: at },
    })
    await recordAudit(tx, ctx, {
      ...about,
      objectName: before.email,
      outcome: 'succeeded',
      details: { endedSessions, revokedTokens },
    })
    return findUser(tx, id, at)
  })
}
