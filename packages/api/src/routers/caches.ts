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
        summary: 'Filesystem caches of every node: use, counters, settings',
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
        summary: 'Hit ratio, bytes and size of the caches over time',
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
        summary: 'The queries that read the most from object storage, from query_log',
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
        summary: 'Whether caches evict what is asked for again, with a sizing suggestion',
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
        summary: 'Cached bytes by table, partition, kind of file and part; reads the metadata of every file',
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
        summary: 'How far a look at what is cached is',
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
        summary: 'Stop a look at what is cached',
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
        summary: 'What dropping a cache, or a table from it, would cost; changes nothing',
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
        summary: 'Drop a cache, or what it holds of one table, on chosen nodes',
      },
    })
    .input(dropCacheInput)
    .output(dropReport)
    .mutation(({ ctx, input }) => dropCache(ctx.service, input)),
})
