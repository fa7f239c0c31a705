import {
  diskHistory,
  getDiskHistory,
  getNodeHistory,
  getNodesHistory,
  getTableHistory,
  getTierHistory,
  nodeHistory,
  nodeHistoryInput,
  nodesHistoryInput,
  tableHistory,
  tableHistoryInput,
  tierHistory,
  tierHistoryInput,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { oneTable, wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('history')
const path = '/clusters/{cluster}/history' as const

export const historyRouter = router({
  tiers: procedure('viewer', wholeCluster)
    .meta(rest('GET', `${path}/tiers`, 'Get bytes, parts and rows of a cluster by tier over time'))
    .input(tierHistoryInput)
    .output(tierHistory)
    .query(({ ctx, input }) => getTierHistory(ctx.service, input)),

  table: procedure('viewer', oneTable)
    .meta(
      rest(
        'GET',
        `${path}/tables/{database}/{table}`,
        'Get bytes, parts and rows of a table by tier over time',
      ),
    )
    .input(tableHistoryInput)
    .output(tableHistory)
    .query(({ ctx, input }) => getTableHistory(ctx.service, input)),

  nodes: procedure('viewer', wholeCluster)
    .meta(
      rest(
        'GET',
        `${path}/nodes`,
        'Get parts, moves, replication queue and requests to object storage of all nodes together over time',
      ),
    )
    .input(nodesHistoryInput)
    .output(nodeHistory)
    .query(({ ctx, input }) => getNodesHistory(ctx.service, input)),

  node: procedure('viewer', wholeCluster)
    .meta(
      rest(
        'GET',
        `${path}/nodes/{node}`,
        'Get parts, moves, replication queue and requests to object storage of a node over time',
      ),
    )
    .input(nodeHistoryInput)
    .output(nodeHistory)
    .query(({ ctx, input }) => getNodeHistory(ctx.service, input)),

  disks: procedure('viewer', wholeCluster)
    .meta(
      rest(
        'GET',
        `${path}/nodes/{node}/disks`,
        'Get used space of the disks of a node over time, with a forecast',
      ),
    )
    .input(nodeHistoryInput)
    .output(diskHistory)
    .query(({ ctx, input }) => getDiskHistory(ctx.service, input)),
})
