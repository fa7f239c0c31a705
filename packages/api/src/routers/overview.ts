import { getOverview, overview, overviewInput } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

export const overviewRouter = router({
  get: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/clusters/{cluster}/overview',
        tags: ['overview'],
        summary: 'Get the overview of a cluster: bytes by tier, moves, nodes',
      },
    })
    .input(overviewInput)
    .output(overview)
    .query(({ ctx, input }) => getOverview(ctx.service, input)),
})
