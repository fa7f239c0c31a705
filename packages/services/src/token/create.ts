import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { roleSchema } from '../user/user-view.ts'
import { generateToken, hashToken, tokenPrefix } from './token-secret.ts'
import { tokenSelection, tokenView } from './token-view.ts'

export const createTokenInput = z.object({
  name: z.string().trim().min(1).max(100),
  role: roleSchema,
  expiresAt: z.date().optional(),
})

/** `secret` is shown this once: only its hash is stored. */
export const createdToken = z.object({ token: tokenView, secret: z.string() })

export async function createToken(
  ctx: ServiceContext,
  input: z.input<typeof createTokenInput>,
): Promise<z.infer<typeof createdToken>> {
  const about = { action: 'token.create', objectType: 'token', objectName: input.name }
  await authorize(ctx, 'admin', about)
  const { name, role, expiresAt } = parseInput(createTokenInput, input)
  if (expiresAt && expiresAt <= ctx.now()) {
    throw new ServiceError('invalid', 'The token would have expired already.', {
      hint: 'Choose a later date.',
    })
  }
  const secret = generateToken()
  const token = await ctx.db.$transaction(async (tx) => {
    const created = await tx.apiToken.create({
      select: tokenSelection,
      data: {
        name,
        role,
        prefix: tokenPrefix(secret),
        tokenHash: hashToken(secret),
        createdById: ctx.actor.type === 'user' ? ctx.actor.id : null,
        createdAt: ctx.now(),
        expiresAt: expiresAt ?? null,
      },
    })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: created.id,
      objectName: name,
      outcome: 'succeeded',
      details: { role, prefix: created.prefix, expiresAt: expiresAt?.toISOString() ?? null },
    })
    return created
  })
  return { token, secret }
}
