import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { findPerson } from '../../platform/base/find-person.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { passwordSchema } from '../auth/password-rules.ts'
import { changeRole } from './change-role.ts'
import { changeUser, endSessions, endUser } from './change-user.ts'
import { findUser } from './find-user.ts'
import { accountRoleSchema, toUserView, type UserView, userSelection } from './user-view.ts'

/** All users, by email address. */
export async function listUsers(ctx: ServiceContext): Promise<UserView[]> {
  await authorize(ctx, 'admin')
  const users = await ctx.db.user.findMany({ select: userSelection, orderBy: { email: 'asc' } })
  return users.map((user) => toUserView(user, ctx.now()))
}

export const setUserRoleInput = z.object({ id: z.string().max(200), role: accountRoleSchema })

/** Takes effect at the user's next request. Tokens of theirs with more rights than they now have are revoked. */
export async function setUserRole(
  ctx: ServiceContext,
  input: z.input<typeof setUserRoleInput>,
): Promise<UserView> {
  const about = { action: 'user.set-role', objectType: 'user', objectId: input.id }
  await authorize(ctx, 'admin', { ...about, objectName: input.id })
  const { id, role } = parseInput(setUserRoleInput, input)
  return ctx.db.$transaction(async (tx) => {
    const before = await findUser(tx, id, ctx.now())
    await changeRole(tx, ctx, before, role)
    return { ...before, role }
  })
}

export const disableUserInput = z.object({ id: z.string().max(200) })

/** The user cannot sign in any more; their sessions and tokens end with this transaction. */
export async function disableUser(
  ctx: ServiceContext,
  given: z.input<typeof disableUserInput>,
): Promise<UserView> {
  const asked = { action: 'user.disable', schema: disableUserInput, given }
  return changeUser(ctx, asked, async (tx, { id, disabledAt }) => {
    if (id === (await findPerson(tx, ctx.actor)))
      throw new ServiceError('conflict', 'You cannot disable your own account.', {
        hint: 'Ask another admin.',
      })
    return { ...(await endUser(tx, { id, disabledAt }, ctx.now())) }
  })
}

export const enableUserInput = z.object({ id: z.string().max(200) })

/** A disabled user may sign in again, with the former password and role. Their tokens stay revoked. */
export async function enableUser(
  ctx: ServiceContext,
  given: z.input<typeof enableUserInput>,
): Promise<UserView> {
  const asked = { action: 'user.enable', schema: enableUserInput, given }
  return changeUser(ctx, asked, async (tx, { id }) => {
    await tx.user.update({ where: { id }, data: { disabledAt: null, disabledByProviderId: null } })
    return {}
  })
}

export const resetPasswordInput = z.object({ id: z.string().max(200), password: passwordSchema })

/**
 * Sets a new password for another user and ends all their sessions. Your own password is changed with the current one.
 */
export async function resetPassword(
  ctx: ServiceContext,
  given: z.input<typeof resetPasswordInput>,
): Promise<UserView> {
  const asked = { action: 'user.reset-password', schema: resetPasswordInput, given }
  return changeUser(ctx, asked, async (tx, { id }, input) => {
    const password = await hashPassword(input.password)
    const { count } = await tx.account.updateMany({
      where: { userId: id, providerId: 'credential' },
      data: { password },
    })
    if (count === 0)
      await tx.account.create({
        data: { id: randomUUID(), userId: id, accountId: id, providerId: 'credential', password },
      })
    return { endedSessions: await endSessions(tx, id) }
  })
}
