import {
  archiveScheduleList,
  archiveScheduleRef,
  archiveScheduleRunPage,
  createArchiveSchedule,
  createArchiveScheduleInput,
  disableArchiveSchedule,
  enableArchiveSchedule,
  listArchiveScheduleRuns,
  listArchiveScheduleRunsInput,
  listArchiveSchedules,
  listArchiveSchedulesInput,
  removeArchiveSchedule,
  runArchiveScheduleNow,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneArchiveSchedule, tableAndSource } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/archive-schedules/{id}' as const
const rest = restRoutes('archives')
const changed = z.object({ id: z.string() })

export const archiveSchedulesRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/archive-schedules', 'List archive schedules by name'))
    .input(listArchiveSchedulesInput)
    .output(archiveScheduleList)
    .query(async ({ ctx, input }) => ({ schedules: await listArchiveSchedules(ctx.service, input) })),

  runs: procedure('viewer', oneArchiveSchedule)
    .meta(rest('GET', `${one}/runs`, 'List the runs of an archive schedule, newest first'))
    .input(listArchiveScheduleRunsInput.extend({ cursor: z.uuid().optional() }))
    .output(archiveScheduleRunPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listArchiveScheduleRuns(ctx.service, { after: cursor, ...input }),
    ),

  create: procedure('admin', tableAndSource)
    .meta(rest('POST', '/archive-schedules', 'Create an archive schedule'))
    .input(createArchiveScheduleInput)
    .output(changed)
    .mutation(({ ctx, input }) => createArchiveSchedule(ctx.service, input)),

  enable: procedure('admin', oneArchiveSchedule)
    .meta(rest('POST', `${one}/enable`, 'Enable an archive schedule'))
    .input(archiveScheduleRef)
    .output(changed)
    .mutation(({ ctx, input }) => enableArchiveSchedule(ctx.service, input)),

  disable: procedure('admin', oneArchiveSchedule)
    .meta(rest('POST', `${one}/disable`, 'Disable an archive schedule'))
    .input(archiveScheduleRef)
    .output(changed)
    .mutation(({ ctx, input }) => disableArchiveSchedule(ctx.service, input)),

  runNow: procedure('admin', oneArchiveSchedule)
    .meta(rest('POST', `${one}/runs`, 'Run an archive schedule now'))
    .input(archiveScheduleRef)
    .output(changed.extend({ runId: z.string() }))
    .mutation(({ ctx, input }) => runArchiveScheduleNow(ctx.service, input)),

  remove: procedure('admin', oneArchiveSchedule)
    .meta(rest('DELETE', one, 'Delete an archive schedule. Its archives are kept'))
    .input(archiveScheduleRef)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removeArchiveSchedule(ctx.service, input)
      return { removed: true as const }
    }),
})
