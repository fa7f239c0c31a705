import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type TokenView, tokenSelection, toTokenView } from './token-view.ts'

/** All tokens, also the revoked ones, newest first. */
export async function listTokens(ctx: ServiceContext): Promise<TokenView[]> {
  await authorize(ctx, 'admin')
  const tokens = await ctx.db.apiToken.findMany({ select: tokenSelection, orderBy: { createdAt: 'desc' } })
  return tokens.map(toTokenView)
}
