import {
  cacheHistory,
  cacheHistoryInput,
  cacheResidency,
  cacheResidencyInput,
  cachesInput,
  cachesView,
  cacheThrash,
  cacheThrashInput,
  coldQueriesInput,
  coldQueryList,
  dropCache,
  dropCacheInput,
  dropPreview,
  dropReport,
  getCacheHistory,
  getCacheResidency,
  getCaches,
  getCacheThrash,
  getResidencyProgress,
  listColdQueries,
  previewDrop,
  residencyLook,
  residencyProgress,
  stoppedResidency,
  stopResidency,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['caches']
const path = '/clusters/{cluster}/caches' as const

export const cachesRouter = router({
  get: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path,
        tags,
        summary: 'Get filesystem caches of all nodes: usage, counters, settings',
      },
    })
    .input(cachesInput)
    .output(cachesView)
    .query(({ ctx, input }) => getCaches(ctx.service, input)),

  history: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${path}/history`,
        tags,
        summary: 'Get hit ratio, bytes and size of the caches over time',
      },
    })
    .input(cacheHistoryInput)
    .output(cacheHistory)
    .query(({ ctx, input }) => getCacheHistory(ctx.service, input)),

  coldQueries: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${path}/cold-queries`,
        tags,
        summary: 'List the queries that read most from object storage, from query_log',
      },
    })
    .input(coldQueriesInput)
    .output(coldQueryList)
    .query(({ ctx, input }) => listColdQueries(ctx.service, input)),

  thrash: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${path}/thrash`,
        tags,
        summary: 'Check caches for thrashing, with a size recommendation',
      },
    })
    .input(cacheThrashInput)
    .output(cacheThrash)
    .query(({ ctx, input }) => getCacheThrash(ctx.service, input)),

  residency: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${path}/residency`,
        tags,
        summary: 'Get cached bytes by table, partition, file type and part. Reads the metadata of all files',
      },
    })
    .input(cacheResidencyInput)
    .output(cacheResidency)
    .query(({ ctx, input }) => getCacheResidency(ctx.service, input)),

  residencyProgress: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${path}/residency/{look}`,
        tags,
        summary: 'Get the progress of reading cached files',
      },
    })
    .input(residencyLook)
    .output(residencyProgress)
    .query(({ ctx, input }) => getResidencyProgress(ctx.service, input)),

  stopResidency: procedure('viewer')
    .meta({
      openapi: {
        method: 'DELETE',
        path: `${path}/residency/{look}`,
        tags,
        summary: 'Stop reading cached files',
      },
    })
    .input(residencyLook)
    .output(stoppedResidency)
    .mutation(({ ctx, input }) => stopResidency(ctx.service, input)),

  previewDrop: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${path}/drop-previews`,
        tags,
        summary: 'Preview a cache drop',
      },
    })
    .input(dropCacheInput)
    .output(dropPreview)
    .query(({ ctx, input }) => previewDrop(ctx.service, input)),

  drop: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${path}/drops`,
        tags,
        summary: 'Drop a cache, or the cached data of a table, on selected nodes',
      },
    })
    .input(dropCacheInput)
    .output(dropReport)
    .mutation(({ ctx, input }) => dropCache(ctx.service, input)),
})
