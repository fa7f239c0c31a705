import { z } from 'zod'
import { hashToken, tokenPrefix } from '../../identity/token/manage-tokens.ts'
import { roleSchema } from '../../identity/user/user-view.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'

export const apiTokenInput = z.object({
  name: z.string().trim().min(1).max(100),
  role: roleSchema,
  /** The token itself, chosen by the operator of the set-up. */
  secret: z
    .string()
    .min(16, 'An API token has at least 16 characters.')
    .max(200)
    .regex(/^[\x21-\x7e]+$/, 'An API token has printable ASCII characters only.'),
})

/**
 * Creates the token when none has this secret. It belongs to the oldest admin, and ends with them. A revoked one stays
 * revoked: the set-up does not undo an admin's decision.
 * @returns whether it was created now.
 */
export async function ensureApiToken(
  ctx: ServiceContext,
  input: z.input<typeof apiTokenInput>,
): Promise<boolean> {
  const { name, role, secret } = parseInput(apiTokenInput, input)
  const tokenHash = hashToken(secret)
  return ctx.db.$transaction(async (tx) => {
    const owner = await tx.user.findFirst({
      where: { role: 'admin', disabledAt: null },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { id: true, email: true },
    })
    if (!owner) {
      throw new ServiceError('conflict', 'An API token belongs to a user, and there is no admin yet.', {
        hint: 'Create the first admin first.',
      })
    }
    const { count } = await tx.apiToken.createMany({
      data: [
        { name, role, tokenHash, prefix: tokenPrefix(secret), createdById: owner.id, createdAt: ctx.now() },
      ],
      skipDuplicates: true,
    })
    if (count === 0) return false
    await recordAudit(tx, ctx, {
      action: 'token.create',
      objectType: 'token',
      objectName: name,
      outcome: 'succeeded',
      details: { role, belongsTo: owner.email },
    })
    return true
  })
}
