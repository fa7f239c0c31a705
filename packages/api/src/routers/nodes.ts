import { getNode, getNodeInput, listNodes, listNodesInput, nodeDetail, nodeList } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('nodes')

export const nodesRouter = router({
  list: procedure('viewer', wholeCluster)
    .meta(rest('GET', '/clusters/{cluster}/nodes', 'List nodes'))
    .input(listNodesInput)
    .output(nodeList)
    .query(({ ctx, input }) => listNodes(ctx.service, input)),

  get: procedure('viewer', wholeCluster)
    .meta(rest('GET', '/clusters/{cluster}/nodes/{node}', 'Get a node'))
    .input(getNodeInput)
    .output(nodeDetail)
    .query(({ ctx, input }) => getNode(ctx.service, input)),
})
