import type { Database } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { findPerson } from '../../platform/base/find-person.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { changeUser } from '../user/change-user.ts'
import type { UserView } from '../user/user-view.ts'
import { keepABreakGlassAdmin, listBreakGlassAdmins, lockEnforcement } from './keep-a-way-in.ts'
import { setBreakGlassInput, setSignInPolicyInput, type signInPolicyView } from './schema.ts'

export async function getSignInPolicy(ctx: ServiceContext): Promise<z.infer<typeof signInPolicyView>> {
  await authorize(ctx, 'admin')
  return { enforceSso: await isSsoEnforced(ctx.db), breakGlassAdmins: await listBreakGlassAdmins(ctx.db) }
}

export async function isSsoEnforced(db: Database): Promise<boolean> {
  const policy = await db.signInPolicy.findUnique({ where: { id: 1 } })
  return policy?.enforceSso ?? false
}

/**
 * Refuses or accepts passwords. When they are refused, sessions that began with one end, except those of break-glass
 * admins and of whoever does this.
 * @throws ServiceError `conflict` without an enabled provider or a break-glass admin.
 */
export async function setSignInPolicy(
  ctx: ServiceContext,
  given: z.input<typeof setSignInPolicyInput>,
): Promise<{ enforceSso: boolean }> {
  const about = { action: 'sign-in-policy.set', objectType: 'sign-in-policy', objectName: 'Sign-in' }
  await authorize(ctx, 'admin', about)
  const { enforceSso } = parseInput(setSignInPolicyInput, given)
  const self = await findPerson(ctx.db, ctx.actor)
  await ctx.db.$transaction(async (tx) => {
    const before = await lockEnforcement(tx)
    let endedSessions = 0
    if (enforceSso) {
      if ((await tx.signInProvider.count({ where: { enabled: true } })) === 0)
        throw new ServiceError('conflict', 'There is no enabled provider to sign in with.', {
          hint: 'Add a provider and sign in with it once before you enforce it.',
        })
      if ((await listBreakGlassAdmins(tx)).length === 0)
        throw new ServiceError('conflict', 'There is no break-glass admin.', {
          hint: 'Mark an admin with a password as break-glass under Users first.',
        })
      const ended = await tx.session.deleteMany({
        where: { provider: null, user: { breakGlass: false }, userId: { not: self ?? '' } },
      })
      endedSessions = ended.count
    }
    await tx.signInPolicy.update({ where: { id: 1 }, data: { enforceSso } })
    await recordAudit(tx, ctx, {
      ...about,
      outcome: 'succeeded',
      details: { enforceSso, before, endedSessions },
    })
  })
  return { enforceSso }
}

/** Lets an admin sign in with a password although single sign-on is enforced, or no longer. */
export async function setBreakGlass(
  ctx: ServiceContext,
  given: z.input<typeof setBreakGlassInput>,
): Promise<UserView> {
  const asked = { action: 'user.set-break-glass', schema: setBreakGlassInput, given }
  return changeUser(ctx, asked, async (tx, before, { id, breakGlass }) => {
    if (!breakGlass) await keepABreakGlassAdmin(tx, id)
    if (breakGlass && !(before.role === 'admin' && before.hasPassword))
      throw new ServiceError('conflict', `${before.email} is not an admin with a password.`, {
        hint: 'Make the user an admin and set a password first.',
      })
    await tx.user.update({ where: { id }, data: { breakGlass } })
    return { breakGlass, before: before.breakGlass }
  })
}
