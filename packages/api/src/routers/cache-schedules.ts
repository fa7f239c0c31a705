import {
  cacheScheduleList,
  cacheScheduleRef,
  cacheScheduleRunPage,
  createCacheSchedule,
  createCacheScheduleInput,
  disableCacheSchedule,
  enableCacheSchedule,
  listCacheScheduleRuns,
  listCacheScheduleRunsInput,
  listCacheSchedules,
  listCacheSchedulesInput,
  removeCacheSchedule,
  runCacheScheduleNow,
  updateCacheSchedule,
  updateCacheScheduleInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { cacheTaskScope, listed, oneCacheSchedule } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/cache-schedules/{id}' as const
const rest = restRoutes('cache schedules')
const changed = z.object({ id: z.string() })

export const cacheSchedulesRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/cache-schedules', 'List cache schedules by name'))
    .input(listCacheSchedulesInput)
    .output(cacheScheduleList)
    .query(async ({ ctx, input }) => ({ schedules: await listCacheSchedules(ctx.service, input) })),

  runs: procedure('viewer', oneCacheSchedule)
    .meta(rest('GET', `${one}/runs`, 'List the runs of a cache schedule, newest first'))
    .input(listCacheScheduleRunsInput.extend({ cursor: z.uuid().optional() }))
    .output(cacheScheduleRunPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listCacheScheduleRuns(ctx.service, { after: cursor, ...input }),
    ),

  create: procedure('operator', cacheTaskScope)
    .meta(rest('POST', '/cache-schedules', 'Create a cache schedule'))
    .input(createCacheScheduleInput)
    .output(changed)
    .mutation(({ ctx, input }) => createCacheSchedule(ctx.service, input)),

  update: procedure('operator', oneCacheSchedule)
    .meta(rest('PUT', one, 'Change the name and the timing of a cache schedule'))
    .input(updateCacheScheduleInput)
    .output(changed)
    .mutation(({ ctx, input }) => updateCacheSchedule(ctx.service, input)),

  enable: procedure('operator', oneCacheSchedule)
    .meta(rest('POST', `${one}/enable`, 'Enable a cache schedule'))
    .input(cacheScheduleRef)
    .output(changed)
    .mutation(({ ctx, input }) => enableCacheSchedule(ctx.service, input)),

  disable: procedure('operator', oneCacheSchedule)
    .meta(rest('POST', `${one}/disable`, 'Disable a schedule'))
    .input(cacheScheduleRef)
    .output(changed)
    .mutation(({ ctx, input }) => disableCacheSchedule(ctx.service, input)),

  runNow: procedure('operator', oneCacheSchedule)
    .meta(rest('POST', `${one}/runs`, 'Run a cache schedule now'))
    .input(cacheScheduleRef)
    .output(changed.extend({ runId: z.string() }))
    .mutation(({ ctx, input }) => runCacheScheduleNow(ctx.service, input)),

  remove: procedure('operator', oneCacheSchedule)
    .meta(rest('DELETE', one, 'Delete a cache schedule. Its warm-ups are kept'))
    .input(cacheScheduleRef)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removeCacheSchedule(ctx.service, input)
      return { removed: true as const }
    }),
})
