import {
  createSchedule,
  createScheduleInput,
  disableSchedule,
  enableSchedule,
  getSchedule,
  listScheduleRuns,
  listScheduleRunsInput,
  listSchedules,
  listSchedulesInput,
  previewSchedule,
  removeSchedule,
  runScheduleNow,
  runScheduleNowInput,
  schedulePreview,
  schedulePreviewInput,
  scheduleRef,
  scheduleRunPage,
  scheduleView,
  takeOverSchedule,
  updateSchedule,
  updateScheduleInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { changedTierSchedule, listed, oneTierSchedule, severalTables } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('tier schedules')
const one = '/tier-schedules/{id}' as const
const idOnly = z.object({ id: z.string() })

export const tierSchedulesRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/tier-schedules', 'List schedules with their next runs'))
    .input(listSchedulesInput)
    .output(z.object({ schedules: z.array(scheduleView) }))
    .query(async ({ ctx, input }) => ({ schedules: await listSchedules(ctx.service, input) })),

  get: procedure('viewer', oneTierSchedule)
    .meta(rest('GET', one, 'Get a schedule'))
    .input(scheduleRef)
    .output(scheduleView)
    .query(({ ctx, input }) => getSchedule(ctx.service, input)),

  runs: procedure('viewer', oneTierSchedule)
    .meta(rest('GET', `${one}/runs`, 'List the runs of a schedule, newest first'))
    .input(listScheduleRunsInput.extend({ cursor: z.uuid().optional() }))
    .output(scheduleRunPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listScheduleRuns(ctx.service, { after: cursor, ...input }),
    ),

  runNow: procedure('operator', oneTierSchedule)
    .meta(
      rest(
        'POST',
        `${one}/runs`,
        'Run a schedule now, with its budget and owner. Waits for the window by default',
      ),
    )
    .input(runScheduleNowInput)
    .output(z.object({ id: z.string(), runId: z.string() }))
    .mutation(({ ctx, input }) => runScheduleNow(ctx.service, input)),

  preview: procedure('viewer', severalTables)
    .meta(rest('POST', '/tier-schedule-previews', 'Preview the next run. Saves nothing'))
    .input(schedulePreviewInput)
    .output(schedulePreview)
    .query(({ ctx, input }) => previewSchedule(ctx.service, input)),

  create: procedure('operator', severalTables)
    .meta(rest('POST', '/tier-schedules', 'Create a schedule'))
    .input(createScheduleInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createSchedule(ctx.service, input)),

  update: procedure('operator', changedTierSchedule)
    .meta(rest('PUT', one, 'Change a schedule'))
    .input(updateScheduleInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateSchedule(ctx.service, input)),

  enable: procedure('operator', oneTierSchedule)
    .meta(rest('POST', `${one}/enable`, 'Enable a schedule'))
    .input(scheduleRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => enableSchedule(ctx.service, input)),

  disable: procedure('operator', oneTierSchedule)
    .meta(rest('POST', `${one}/disable`, 'Disable a schedule'))
    .input(scheduleRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => disableSchedule(ctx.service, input)),

  takeOver: procedure('admin', oneTierSchedule)
    .meta(rest('POST', `${one}/take-over`, 'Take over a schedule'))
    .input(scheduleRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => takeOverSchedule(ctx.service, input)),

  remove: procedure('operator', oneTierSchedule)
    .meta(rest('DELETE', one, 'Delete a schedule and its run history'))
    .input(scheduleRef)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removeSchedule(ctx.service, input)
      return { removed: true }
    }),
})
