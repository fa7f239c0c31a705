import type { Transaction } from '@frostline/db'
import { passwordLength } from '@frostline/domain'
import { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { checkPassword } from '../auth/check-password.ts'
import { localModeOf } from '../auth/local-mode.ts'

/** A passkey of the caller, without its key. */
const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.date().nullable(),
  synced: z.boolean().describe('Whether a password manager copies it to other devices.'),
})

/** How the caller signs in without a provider. */
export const localSignInView = z.object({
  hasPassword: z.boolean(),
  allowed: z.boolean().describe('False while single sign-on is enforced, except for break-glass admins.'),
  twoFactor: z.boolean(),
  passkeys: z.array(passkeyView),
})

/** A token has neither password nor passkeys. */
export async function getLocalSignIn(ctx: ServiceContext): Promise<z.infer<typeof localSignInView>> {
  const user = await ctx.db.user.findUnique({
    where: { id: ctx.actor.id },
    select: {
      ...{ twoFactorEnabled: true, breakGlass: true, role: true },
      accounts: { where: { providerId: 'credential', password: { not: null } }, select: { id: true } },
      passkeys: { orderBy: { createdAt: 'asc' } },
    },
  })
  return {
    allowed: (await localModeOf(ctx.db, user)) !== 'refused',
    hasPassword: (user?.accounts.length ?? 0) > 0,
    twoFactor: user?.twoFactorEnabled ?? false,
    passkeys: (user?.passkeys ?? []).map(({ id, name, createdAt, backedUp }) => ({
      ...{ id, name: name ?? 'Passkey', createdAt, synced: backedUp },
    })),
  }
}

export const renamePasskeyInput = z.object({
  id: z.string().max(200),
  name: z.string().trim().min(1).max(100),
})

export async function renamePasskey(
  ctx: ServiceContext,
  given: z.input<typeof renamePasskeyInput>,
): Promise<{ id: string }> {
  const { id, name } = parseInput(renamePasskeyInput, given)
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.passkey.updateMany({
      where: { id, userId: ctx.actor.id },
      data: { name },
    })
    await end(tx, ctx, count, 'passkey.rename', { name })
  })
  return { id }
}

export const removePasskeyInput = z.object({
  id: z.string().max(200),
  password: z.string().max(passwordLength.max),
})

/** Needs the password: with a stolen session nobody takes the owner's passkeys away. */
export async function removePasskey(
  ctx: ServiceContext,
  given: z.input<typeof removePasskeyInput>,
): Promise<{ id: string }> {
  const { id, password } = parseInput(removePasskeyInput, given)
  const verdict = await checkPassword(ctx, ctx.actor.id, password)
  if (verdict === 'wrong')
    throw new ServiceError('invalid', 'The password is incorrect.', { hint: 'Enter your current password.' })
  if (verdict !== 'right')
    throw new ServiceError('exhausted', 'There were too many wrong passwords.', {
      hint: `Try again in ${verdict.retryAfterSeconds} s.`,
    })
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.passkey.deleteMany({ where: { id, userId: ctx.actor.id } })
    await end(tx, ctx, count, 'passkey.remove', {})
  })
  return { id }
}

async function end(
  tx: Transaction,
  ctx: ServiceContext,
  count: number,
  action: string,
  details: Record<string, string>,
): Promise<void> {
  if (count === 0)
    throw new ServiceError('not_found', 'This passkey does not exist.', { hint: 'Reload the page.' })
  const { id: objectId, name: objectName } = ctx.actor
  await recordAudit(tx, ctx, {
    ...{ action, objectType: 'user', objectId, objectName, details },
    outcome: 'succeeded',
  })
}
