import {
  createdToken,
  createToken,
  createTokenInput,
  listTokens,
  revokeToken,
  revokeTokenInput,
  tokenView,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['tokens']

export const tokensRouter = router({
  list: procedure('admin')
    .meta({ openapi: { method: 'GET', path: '/tokens', tags, summary: 'API tokens' } })
    .input(z.object({}).optional())
    .output(z.object({ tokens: z.array(tokenView) }))
    .query(async ({ ctx }) => ({ tokens: await listTokens(ctx.service) })),

  create: procedure('admin')
    .meta({ openapi: { method: 'POST', path: '/tokens', tags, summary: 'Create a token, shown this once' } })
    .input(createTokenInput)
    .output(createdToken)
    .mutation(({ ctx, input }) => createToken(ctx.service, input)),

  revoke: procedure('admin')
    .meta({ openapi: { method: 'DELETE', path: '/tokens/{id}', tags, summary: 'Revoke a token' } })
    .input(revokeTokenInput)
    .output(tokenView)
    .mutation(({ ctx, input }) => revokeToken(ctx.service, input)),
})
