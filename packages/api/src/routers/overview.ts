import { getOverview, overview, overviewInput } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('overview')

export const overviewRouter = router({
  get: procedure('viewer', wholeCluster)
    .meta(
      rest(
        'GET',
        '/clusters/{cluster}/overview',
        'Get the overview of a cluster: bytes by tier, moves, nodes',
      ),
    )
    .input(overviewInput)
    .output(overview)
    .query(({ ctx, input }) => getOverview(ctx.service, input)),
})
