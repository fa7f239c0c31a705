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
import { router } from '../trpc.ts'

const tags = ['costs']
const base = '/clusters/{cluster}/costs' as const
const ofTable = '/clusters/{cluster}/tables/{database}/{table}/cost' as const

export const costsRouter = router({
  get: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: base,
        tags,
        summary: 'Get the monthly storage cost of each table by tier',
      },
    })
    .input(getCostsInput)
    .output(clusterCosts)
    .query(({ ctx, input }) => getCosts(ctx.service, input)),

  requests: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${base}/requests`,
        tags,
        summary: 'Get requests to object storage by table, from the logs, with their cost',
      },
    })
    .input(getRequestCostsInput)
    .output(requestCosts)
    .query(({ ctx, input }) => getRequestCosts(ctx.service, input)),

  table: procedure('viewer')
    .meta({
      openapi: { method: 'GET', path: ofTable, tags, summary: 'Cost and break-even age of each partition' },
    })
    .input(getTableCostInput)
    .output(tableCostDetail)
    .query(({ ctx, input }) => getTableCost(ctx.service, input)),

  ttlSaving: procedure('admin')
    .meta({
      openapi: {
        method: 'GET',
        path: `${ofTable}/ttl-saving`,
        tags,
        summary: 'Forecast the savings of a different move age',
      },
    })
    .input(getTtlSavingInput)
    .output(ttlSaving)
    .query(({ ctx, input }) => getTtlSaving(ctx.service, input)),

  priceBook: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/clusters/{cluster}/price-book',
        tags,
        summary: 'Get the price book',
      },
    })
    .input(priceBookRef)
    .output(priceBookView)
    .query(({ ctx, input }) => getPriceBook(ctx.service, input)),

  setPriceBook: procedure('admin')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/clusters/{cluster}/price-book',
        tags,
        summary: 'Set the prices, or restore the defaults',
      },
    })
    .input(setPriceBookInput)
    .output(priceBookView)
    .mutation(({ ctx, input }) => setPriceBook(ctx.service, input)),
})
