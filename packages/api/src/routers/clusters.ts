import {
  clusterRef,
  clusterView,
  connectionInput,
  connectionReport,
  discoveredNodes,
  discoverNodes,
  discoverNodesInput,
  getCluster,
  listRegisteredClusters,
  listStoppedMoves,
  registerCluster,
  registerClusterInput,
  registeredCluster,
  removeCluster,
  removeClusterInput,
  stoppedMovesView,
  testCluster,
  testConnection,
  updateCluster,
  updateClusterInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { everything, listed, tablesOfCluster, wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('clusters')

export const clustersRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/clusters', 'List registered clusters'))
    .input(z.object({}).optional())
    .output(z.object({ clusters: z.array(clusterView) }))
    .query(async ({ ctx }) => ({ clusters: await listRegisteredClusters(ctx.service) })),

  get: procedure('viewer', tablesOfCluster)
    .meta(rest('GET', '/clusters/{cluster}', 'Get a cluster'))
    .input(clusterRef)
    .output(clusterView)
    .query(({ ctx, input }) => getCluster(ctx.service, input)),

  stoppedMoves: procedure('viewer', wholeCluster)
    .meta(
      rest(
        'GET',
        '/clusters/{cluster}/stopped-moves',
        'List tables with moves that could not be started again on a node',
      ),
    )
    .input(clusterRef)
    .output(z.object({ stoppedMoves: z.array(stoppedMovesView) }))
    .query(async ({ ctx, input }) => ({ stoppedMoves: await listStoppedMoves(ctx.service, input) })),

  register: procedure('admin', everything)
    .meta(rest('POST', '/clusters', 'Test and register a cluster'))
    .input(registerClusterInput)
    .output(registeredCluster)
    .mutation(({ ctx, input }) => registerCluster(ctx.service, input)),

  update: procedure('admin', wholeCluster)
    .meta(rest('PUT', '/clusters/{cluster}', 'Test and change a cluster'))
    .input(updateClusterInput)
    .output(registeredCluster)
    .mutation(({ ctx, input }) => updateCluster(ctx.service, input)),

  remove: procedure('admin', everything)
    .meta(rest('DELETE', '/clusters/{cluster}', 'Remove a cluster'))
    .input(removeClusterInput)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removeCluster(ctx.service, input)
      return { removed: true }
    }),

  test: procedure('operator', wholeCluster)
    .meta(rest('POST', '/clusters/{cluster}/test', 'Test a registered cluster'))
    .input(clusterRef)
    .output(connectionReport)
    .mutation(({ ctx, input }) => testCluster(ctx.service, input)),

  testConnection: procedure('admin', everything)
    .meta(rest('POST', '/connection-tests', 'Test a connection. Saves nothing'))
    .input(connectionInput)
    .output(connectionReport)
    .mutation(({ ctx, input }) => testConnection(ctx.service, input)),

  discoverNodes: procedure('admin', everything)
    .meta(rest('POST', '/node-discoveries', 'List the clusters that a node knows'))
    .input(discoverNodesInput)
    .output(discoveredNodes)
    .mutation(({ ctx, input }) => discoverNodes(ctx.service, input)),
})
