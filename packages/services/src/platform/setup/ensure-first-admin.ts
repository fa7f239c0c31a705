import { hashPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { emailSchema, passwordSchema } from '../../identity/auth/password-rules.ts'
import { insertUser } from '../../identity/user/create.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'

export const firstAdminInput = z.object({ email: emailSchema, password: passwordSchema })

/**
 * Creates an admin when there is none, including disabled ones: a later start with other values never opens a second
 * way in. Two concurrent set-ups create one.
 * @returns whether it was created now.
 */
export async function ensureFirstAdmin(
  ctx: ServiceContext,
  input: z.input<typeof firstAdminInput>,
): Promise<boolean> {
  // Before the input is checked: the first admin's values stay in the environment, even under a stricter rule.
  if ((await ctx.db.user.count({ where: { role: 'admin' } })) > 0) return false
  const { email, password } = parseInput(firstAdminInput, input)
  const passwordHash = await hashPassword(password)
  return ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE "user" IN SHARE ROW EXCLUSIVE MODE`
    if ((await tx.user.count({ where: { role: 'admin' } })) > 0) return false
    const id = await insertUser(tx, { email, name: 'Admin', role: 'admin', passwordHash })
    if (id === undefined) {
      throw new ServiceError('conflict', `The user ${email} already exists and is not an admin.`, {
        hint: 'Choose another address for the first admin.',
      })
    }
    await recordAudit(tx, ctx, {
      action: 'user.create',
      objectType: 'user',
      objectId: id,
      objectName: email,
      outcome: 'succeeded',
      details: { role: 'admin', firstAdmin: true },
    })
    return true
  })
}
