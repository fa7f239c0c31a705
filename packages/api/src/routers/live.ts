import {
  getLiveStatement,
  killMutation,
  killMutationInput,
  killQuery,
  killQueryInput,
  killReport,
  listLive,
  listLiveInput,
  liveStatementInput,
  liveWork,
  oneLiveStatement,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('live')
const path = '/clusters/{cluster}/live' as const

export const liveRouter = router({
  list: procedure('viewer', wholeCluster)
    .meta(rest('GET', path, 'List running queries, merges, moves, fetches and mutations of all nodes'))
    .input(listLiveInput)
    .output(liveWork)
    .query(({ ctx, input }) => listLive(ctx.service, input)),

  statement: procedure('viewer', wholeCluster)
    .meta(rest('GET', `${path}/query`, 'Get a running query with its whole text'))
    .input(liveStatementInput)
    .output(oneLiveStatement)
    .query(({ ctx, input }) => getLiveStatement(ctx.service, input)),

  killQuery: procedure('operator', wholeCluster)
    .meta(rest('POST', `${path}/kill-query`, 'Kill a query on a node'))
    .input(killQueryInput)
    .output(killReport)
    .mutation(({ ctx, input }) => killQuery(ctx.service, input)),

  killMutation: procedure('operator', wholeCluster)
    .meta(rest('POST', `${path}/kill-mutation`, 'Kill a mutation'))
    .input(killMutationInput)
    .output(killReport)
    .mutation(({ ctx, input }) => killMutation(ctx.service, input)),
})
