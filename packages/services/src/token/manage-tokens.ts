import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { type TokenView, tokenSelection, toTokenView } from './token-view.ts'

/** All tokens, also the revoked ones, newest first. */
export async function listTokens(ctx: ServiceContext): Promise<TokenView[]> {
  await authorize(ctx, 'admin')
  const tokens = await ctx.db.apiToken.findMany({ select: tokenSelection, orderBy: { createdAt: 'desc' } })
  return tokens.map(toTokenView)
}

export const revokeTokenInput = z.object({ id: z.string().max(200) })

/** The token is refused from its next request on, and so is all that it has made. Revoking twice keeps the first time. */
export async function revokeToken(
  ctx: ServiceContext,
  input: z.input<typeof revokeTokenInput>,
): Promise<TokenView> {
  const about = { action: 'token.revoke', objectType: 'token', objectId: input.id }
  await authorize(ctx, 'admin', { ...about, objectName: input.id })
  const { id } = parseInput(revokeTokenInput, input)
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.apiToken.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: ctx.now() },
    })
    const token = await tx.apiToken.findUnique({ where: { id }, select: tokenSelection })
    if (!token)
      throw new ServiceError('not_found', `There is no token ${id}.`, { hint: 'Reload the list of tokens.' })
    const revokedWithIt = await tx.$executeRaw`
      WITH RECURSIVE chain AS (
        SELECT "id" FROM "api_token" WHERE "parentId" = ${id}
        UNION
        SELECT t."id" FROM "api_token" t JOIN chain c ON t."parentId" = c."id"
      )
      UPDATE "api_token" SET "revokedAt" = ${ctx.now()}
      WHERE "revokedAt" IS NULL AND "id" IN (SELECT "id" FROM chain)`
    if (count + revokedWithIt > 0)
      await recordAudit(tx, ctx, {
        ...about,
        objectName: token.name,
        outcome: 'succeeded',
        details: { revokedWithIt },
      })
    return toTokenView(token)
  })
}
