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
import { everything } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('tokens')

export const tokensRouter = router({
  list: procedure('admin', everything)
    .meta(rest('GET', '/tokens', 'API tokens'))
    .input(z.object({}).optional())
    .output(z.object({ tokens: z.array(tokenView) }))
    .query(async ({ ctx }) => ({ tokens: await listTokens(ctx.service) })),

  create: procedure('admin', everything)
    .meta(rest('POST', '/tokens', 'Create a token. It is shown once'))
    .input(createTokenInput)
    .output(createdToken)
    .mutation(({ ctx, input }) => createToken(ctx.service, input)),

  revoke: procedure('admin', everything)
    .meta(rest('DELETE', '/tokens/{id}', 'Revoke a token'))
    .input(revokeTokenInput)
    .output(tokenView)
    .mutation(({ ctx, input }) => revokeToken(ctx.service, input)),
})
