import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { findPerson } from '../../platform/base/find-person.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { passwordSchema } from '../auth/password-rules.ts'
import { keepABreakGlassAdmin } from '../sign-in-provider/keep-a-way-in.ts'
import { changeRole } from './change-role.ts'
import { findUser } from './find-user.ts'
import { keepAnAdmin } from './keep-an-admin.ts'
import { roleSchema, toUserView, type UserView, userSelection } from './user-view.ts'

/** All users, by e-mail address. */
export async function listUsers(ctx: ServiceContext): Promise<UserView[]> {
  await authorize(ctx, 'admin')
  const users = await ctx.db.user.findMany({ select: userSelection, orderBy: { email: 'asc' } })
  return users.map((user) => toUserView(user, ctx.now()))
}

export const setUserRoleInput = z.object({ id: z.string().max(200), role: roleSchema })

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
    await keepABreakGlassAdmin(tx, id)
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

export const resetPasswordInput = z.object({ id: z.string().max(200), password: passwordSchema })

/**
 * Sets a new password for another user and ends all their sessions. Your own password is changed with the current one.
 */
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
