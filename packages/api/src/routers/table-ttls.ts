import {
  applyTableTtl,
  applyTableTtlInput,
  forecastTableTtl,
  forecastTableTtlInput,
  getTableTtl,
  getTableTtlInput,
  previewTableTtl,
  previewTableTtlInput,
  tableTtl,
  tableTtlApplied,
  tableTtlForecast,
  tableTtlPreview,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { oneTable } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('tables')
const one = '/clusters/{cluster}/tables/{database}/{table}/ttl' as const

export const tableTtlsRouter = router({
  get: procedure('viewer', oneTable)
    .meta(rest('GET', one, 'Get the TTL rules of a table by node'))
    .input(getTableTtlInput)
    .output(tableTtl)
    .query(({ ctx, input }) => getTableTtl(ctx.service, input)),

  forecast: procedure('viewer', oneTable)
    .meta(rest('GET', `${one}/forecast`, 'Forecast bytes by tier for a year'))
    .input(forecastTableTtlInput)
    .output(tableTtlForecast)
    .query(({ ctx, input }) => forecastTableTtl(ctx.service, input)),

  preview: procedure('admin', oneTable)
    .meta(rest('POST', `${one}/preview`, 'Run a dry run of a TTL'))
    .input(previewTableTtlInput)
    .output(tableTtlPreview)
    .query(({ ctx, input }) => previewTableTtl(ctx.service, input)),

  set: procedure('admin', oneTable)
    .meta(rest('POST', one, 'Set or remove a TTL on all nodes, gentle or heavy'))
    .input(applyTableTtlInput)
    .output(tableTtlApplied)
    .mutation(({ ctx, input }) => applyTableTtl(ctx.service, input)),
})
