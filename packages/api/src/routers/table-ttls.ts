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
      openapi: { method: 'GET', path: one, tags, summary: 'The TTL of a table as rules, node by node' },
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
        summary: 'Bytes by tier from today to a year ahead',
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
        summary: 'What a TTL would do to every part; changes nothing',
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
        summary: 'Set or remove the TTL on every node, gently or heavily',
      },
    })
    .input(applyTableTtlInput)
    .output(tableTtlApplied)
    .mutation(({ ctx, input }) => applyTableTtl(ctx.service, input)),
})
