import {
  getNodeStartUp,
  getNodeStartUpInput,
  listStartUp,
  listStartUpInput,
  nodeStartUp,
  startUpList,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('start-up')
const path = '/clusters/{cluster}/start-up' as const

export const startUpRouter = router({
  list: procedure('viewer', wholeCluster)
    .meta(rest('GET', path, 'Forecast the next start of each node, with the time of the last start'))
    .input(listStartUpInput)
    .output(startUpList)
    .query(({ ctx, input }) => listStartUp(ctx.service, input)),

  get: procedure('viewer', wholeCluster)
    .meta(
      rest(
        'GET',
        `${path}/{node}`,
        'Get what slows down the start of a node, recommendations and measured starts',
      ),
    )
    .input(getNodeStartUpInput)
    .output(nodeStartUp)
    .query(({ ctx, input }) => getNodeStartUp(ctx.service, input)),
})
