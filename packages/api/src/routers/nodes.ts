import { getNode, getNodeInput, listNodes, listNodesInput, nodeDetail, nodeList } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['nodes']

export const nodesRouter = router({
  list: procedure('viewer')
    .meta({ openapi: { method: 'GET', path: '/clusters/{cluster}/nodes', tags, summary: 'All nodes' } })
    .input(listNodesInput)
    .output(nodeList)
    .query(({ ctx, input }) => listNodes(ctx.service, input)),

  get: procedure('viewer')
    .meta({ openapi: { method: 'GET', path: '/clusters/{cluster}/nodes/{node}', tags, summary: 'One node' } })
    .input(getNodeInput)
    .output(nodeDetail)
    .query(({ ctx, input }) => getNode(ctx.service, input)),
})
