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
import { router } from '../trpc.ts'

const tags = ['tables']
const one = '/clusters/{cluster}/tables/{database}/{table}/ttl' as const

export const tableTtlsRouter = router({
  get: procedure('viewer')
    .meta({
      openapi: { method: 'GET', path: one, tags, summary: 'Get the TTL rules of a table by node' },
    })
    .input(getTableTtlInput)
    .output(tableTtl)
    .query(({ ctx, input }) => getTableTtl(ctx.service, input)),

  forecast: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${one}/forecast`,
        tags,
        summary: 'Forecast bytes by tier for a year',
      },
    })
    .input(forecastTableTtlInput)
    .output(tableTtlForecast)
    .query(({ ctx, input }) => forecastTableTtl(ctx.service, input)),

  preview: procedure('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/preview`,
        tags,
        summary: 'Run a dry run of a TTL',
      },
    })
    .input(previewTableTtlInput)
    .output(tableTtlPreview)
    .query(({ ctx, input }) => previewTableTtl(ctx.service, input)),

  set: procedure('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: one,
        tags,
        summary: 'Set or remove a TTL on all nodes, gentle or heavy',
      },
    })
    .input(applyTableTtlInput)
    .output(tableTtlApplied)
    .mutation(({ ctx, input }) => applyTableTtl(ctx.service, input)),
})
