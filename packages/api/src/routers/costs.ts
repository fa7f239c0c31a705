import {
  clusterCosts,
  getCosts,
  getCostsInput,
  getPriceBook,
  getRequestCosts,
  getRequestCostsInput,
  getTableCost,
  getTableCostInput,
  getTtlSaving,
  getTtlSavingInput,
  priceBookRef,
  priceBookView,
  requestCosts,
  setPriceBook,
  setPriceBookInput,
  tableCostDetail,
  ttlSaving,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { oneTable, wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('costs')
const base = '/clusters/{cluster}/costs' as const
const ofTable = '/clusters/{cluster}/tables/{database}/{table}/cost' as const

export const costsRouter = router({
  get: procedure('viewer', wholeCluster)
    .meta(rest('GET', base, 'Get the monthly storage cost of each table by tier'))
    .input(getCostsInput)
    .output(clusterCosts)
    .query(({ ctx, input }) => getCosts(ctx.service, input)),

  requests: procedure('viewer', wholeCluster)
    .meta(
      rest(
        'GET',
        `${base}/requests`,
        'Get requests to object storage by table, from the logs, with their cost',
      ),
    )
    .input(getRequestCostsInput)
    .output(requestCosts)
    .query(({ ctx, input }) => getRequestCosts(ctx.service, input)),

  table: procedure('viewer', oneTable)
    .meta(rest('GET', ofTable, 'Get the cost and break-even age of each partition'))
    .input(getTableCostInput)
    .output(tableCostDetail)
    .query(({ ctx, input }) => getTableCost(ctx.service, input)),

  ttlSaving: procedure('admin', oneTable)
    .meta(rest('GET', `${ofTable}/ttl-saving`, 'Forecast the savings of a different move age'))
    .input(getTtlSavingInput)
    .output(ttlSaving)
    .query(({ ctx, input }) => getTtlSaving(ctx.service, input)),

  priceBook: procedure('viewer', wholeCluster)
    .meta(rest('GET', '/clusters/{cluster}/price-book', 'Get the price book'))
    .input(priceBookRef)
    .output(priceBookView)
    .query(({ ctx, input }) => getPriceBook(ctx.service, input)),

  setPriceBook: procedure('admin', wholeCluster)
    .meta(rest('PUT', '/clusters/{cluster}/price-book', 'Set the prices, or restore the defaults'))
    .input(setPriceBookInput)
    .output(priceBookView)
    .mutation(({ ctx, input }) => setPriceBook(ctx.service, input)),
})
