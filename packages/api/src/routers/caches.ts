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
import { wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('caches')
const path = '/clusters/{cluster}/caches' as const

export const cachesRouter = router({
  get: procedure('viewer', wholeCluster)
    .meta(rest('GET', path, 'Get filesystem caches of all nodes: usage, counters, settings'))
    .input(cachesInput)
    .output(cachesView)
    .query(({ ctx, input }) => getCaches(ctx.service, input)),

  history: procedure('viewer', wholeCluster)
    .meta(rest('GET', `${path}/history`, 'Get hit ratio, bytes and size of the caches over time'))
    .input(cacheHistoryInput)
    .output(cacheHistory)
    .query(({ ctx, input }) => getCacheHistory(ctx.service, input)),

  coldQueries: procedure('viewer', wholeCluster)
    .meta(
      rest(
        'GET',
        `${path}/cold-queries`,
        'List the queries that read most from object storage, from query_log',
      ),
    )
    .input(coldQueriesInput)
    .output(coldQueryList)
    .query(({ ctx, input }) => listColdQueries(ctx.service, input)),

  thrash: procedure('viewer', wholeCluster)
    .meta(rest('GET', `${path}/thrash`, 'Check caches for thrashing, with a size recommendation'))
    .input(cacheThrashInput)
    .output(cacheThrash)
    .query(({ ctx, input }) => getCacheThrash(ctx.service, input)),

  residency: procedure('viewer', wholeCluster)
    .meta(
      rest(
        'GET',
        `${path}/residency`,
        'Get cached bytes by table, partition, file type and part. Reads the metadata of all files',
      ),
    )
    .input(cacheResidencyInput)
    .output(cacheResidency)
    .query(({ ctx, input }) => getCacheResidency(ctx.service, input)),

  residencyProgress: procedure('viewer', wholeCluster)
    .meta(rest('GET', `${path}/residency/{look}`, 'Get the progress of reading cached files'))
    .input(residencyLook)
    .output(residencyProgress)
    .query(({ ctx, input }) => getResidencyProgress(ctx.service, input)),

  stopResidency: procedure('viewer', wholeCluster)
    .meta(rest('DELETE', `${path}/residency/{look}`, 'Stop reading cached files'))
    .input(residencyLook)
    .output(stoppedResidency)
    .mutation(({ ctx, input }) => stopResidency(ctx.service, input)),

  previewDrop: procedure('operator', wholeCluster)
    .meta(rest('POST', `${path}/drop-previews`, 'Preview a cache drop'))
    .input(dropCacheInput)
    .output(dropPreview)
    .query(({ ctx, input }) => previewDrop(ctx.service, input)),

  drop: procedure('operator', wholeCluster)
    .meta(rest('POST', `${path}/drops`, 'Drop a cache, or the cached data of a table, on selected nodes'))
    .input(dropCacheInput)
    .output(dropReport)
    .mutation(({ ctx, input }) => dropCache(ctx.service, input)),
})
