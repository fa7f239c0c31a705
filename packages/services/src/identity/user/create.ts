import { randomUUID } from 'node:crypto'
import type { Transaction } from '@frostline/db'
import { hashPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { emailSchema, passwordSchema } from '../auth/password-rules.ts'
import { findUser } from './find-user.ts'
import { accountRoleSchema, type UserView } from './user-view.ts'

export const createUserInput = z.object({
  email: emailSchema,
  name: z.string().trim().min(1).max(100),
  role: accountRoleSchema,
  /** The first password, given to the person by other means; they change it after signing in. */
  password: passwordSchema,
})

/** @throws ServiceError `conflict` when the address is taken. */
export async function createUser(
  ctx: ServiceContext,
  input: z.input<typeof createUserInput>,
): Promise<UserView> {
  const about = { action: 'user.create', objectType: 'user', objectName: input.email }
  await authorize(ctx, 'admin', about)
  const user = parseInput(createUserInput, input)
  const passwordHash = await hashPassword(user.password)
  return ctx.db.$transaction(async (tx) => {
    const id = await insertUser(tx, { ...user, passwordHash })
    if (id === undefined) {
      throw new ServiceError('conflict', `The user ${user.email} already exists.`, {
        hint: 'Choose another address, or change that user.',
      })
    }
    await recordAudit(tx, ctx, {
      ...about,
      objectId: id,
      objectName: user.email,
      outcome: 'succeeded',
      details: { role: user.role },
    })
    return findUser(tx, id, ctx.now())
  })
}

/** The rows that better-auth expects for a user with a password. Undefined when the address is taken. */
export async function insertUser(
  tx: Transaction,
  user: { email: string; name: string; role: z.infer<typeof accountRoleSchema>; passwordHash: string },
): Promise<string | undefined> {
  const id = randomUUID()
  const { count } = await tx.user.createMany({
    data: [{ id, email: user.email, name: user.name, role: user.role, emailVerified: true }],
    skipDuplicates: true,
  })
  if (count === 0) return undefined
  await tx.account.create({
    data: {
      id: randomUUID(),
      userId: id,
      accountId: id,
      providerId: 'credential',
      password: user.passwordHash,
    },
  })
  return id
}
