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
import { router } from '../trpc.ts'

const tags = ['tier schedules']
const one = '/tier-schedules/{id}' as const
const idOnly = z.object({ id: z.string() })

export const tierSchedulesRouter = router({
  list: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/tier-schedules',
        tags,
        summary: 'List schedules with their next runs',
      },
    })
    .input(listSchedulesInput)
    .output(z.object({ schedules: z.array(scheduleView) }))
    .query(async ({ ctx, input }) => ({ schedules: await listSchedules(ctx.service, input) })),

  get: procedure('viewer')
    .meta({ openapi: { method: 'GET', path: one, tags, summary: 'One schedule' } })
    .input(scheduleRef)
    .output(scheduleView)
    .query(({ ctx, input }) => getSchedule(ctx.service, input)),

  runs: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${one}/runs`,
        tags,
        summary: 'List the runs of a schedule, newest first',
      },
    })
    .input(listScheduleRunsInput.extend({ cursor: z.uuid().optional() }))
    .output(scheduleRunPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listScheduleRuns(ctx.service, { after: cursor, ...input }),
    ),

  runNow: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/runs`,
        tags,
        summary: 'Run a schedule now, with its budget and owner. Waits for the window unless told otherwise',
      },
    })
    .input(runScheduleNowInput)
    .output(z.object({ id: z.string(), runId: z.string() }))
    .mutation(({ ctx, input }) => runScheduleNow(ctx.service, input)),

  preview: procedure('viewer')
    .meta({
      openapi: {
        method: 'POST',
        path: '/tier-schedule-previews',
        tags,
        summary: 'Preview the next run. Saves nothing',
      },
    })
    .input(schedulePreviewInput)
    .output(schedulePreview)
    .query(({ ctx, input }) => previewSchedule(ctx.service, input)),

  create: procedure('operator')
    .meta({
      openapi: { method: 'POST', path: '/tier-schedules', tags, summary: 'Create a schedule' },
    })
    .input(createScheduleInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createSchedule(ctx.service, input)),

  update: procedure('operator')
    .meta({ openapi: { method: 'PUT', path: one, tags, summary: 'Change a schedule' } })
    .input(updateScheduleInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateSchedule(ctx.service, input)),

  enable: procedure('operator')
    .meta({
      openapi: { method: 'POST', path: `${one}/enable`, tags, summary: 'Enable a schedule' },
    })
    .input(scheduleRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => enableSchedule(ctx.service, input)),

  disable: procedure('operator')
    .meta({ openapi: { method: 'POST', path: `${one}/disable`, tags, summary: 'Disable a schedule' } })
    .input(scheduleRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => disableSchedule(ctx.service, input)),

  takeOver: procedure('admin')
    .meta({ openapi: { method: 'POST', path: `${one}/take-over`, tags, summary: 'Become its owner' } })
    .input(scheduleRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => takeOverSchedule(ctx.service, input)),

  remove: procedure('operator')
    .meta({
      openapi: { method: 'DELETE', path: one, tags, summary: 'Delete a schedule and its run history' },
    })
    .input(scheduleRef)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removeSchedule(ctx.service, input)
      return { removed: true }
    }),
})
