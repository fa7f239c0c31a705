import {
  cancelWarmup,
  getWarmup,
  getWarmupProgress,
  getWarmupStep,
  listRunsOfKindInput,
  listWarmupSteps,
  listWarmupStepsInput,
  listWarmups,
  pauseWarmup,
  previewWarmup,
  previewWarmupSql,
  resumeWarmup,
  retryWarmup,
  runChangedOf,
  runRef,
  setWarmupPace,
  shownStatements,
  startWarmup,
  warmupDetail,
  warmupDraft,
  warmupPaceInput,
  warmupPage,
  warmupPreview,
  warmupProgressView,
  warmupStepDetail,
  warmupStepPage,
  warmupStepRef,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneRun, warmedTable } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/cache-warmups/{id}' as const
const rest = restRoutes('cache warm-ups')
const changed = runChangedOf('cache-warmup')
export const cacheWarmupsRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/cache-warmups', 'List cache warm-ups, newest first'))
    .input(listRunsOfKindInput.extend({ cursor: z.uuid().optional() }))
    .output(warmupPage)
    .query(({ ctx, input: { cursor, ...input } }) => listWarmups(ctx.service, { after: cursor, ...input })),

  get: procedure('viewer', oneRun)
    .meta(rest('GET', one, 'Get a warm-up with the measured query before and after'))
    .input(runRef)
    .output(warmupDetail)
    .query(({ ctx, input }) => getWarmup(ctx.service, input)),

  steps: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/steps`, 'List the partitions of a warm-up by node'))
    .input(
      listWarmupStepsInput.extend({
        cursor: z.coerce
          .number()
          .int()
          .max(Number.MAX_SAFE_INTEGER - 1)
          .optional(),
      }),
    )
    .output(warmupStepPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listWarmupSteps(ctx.service, { ...input, after: cursor ?? input.after }),
    ),

  step: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/steps/{ordinal}`, 'Get one partition of a warm-up with its statement'))
    .input(warmupStepRef)
    .output(warmupStepDetail)
    .query(({ ctx, input }) => getWarmupStep(ctx.service, input)),

  progress: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/progress`, 'Get the progress of running reads'))
    .input(runRef)
    .output(warmupProgressView)
    .query(({ ctx, input }) => getWarmupProgress(ctx.service, input)),

  preview: procedure('operator', warmedTable)
    .meta(rest('POST', '/cache-warmup-previews', 'Preview a warm-up: bytes to fetch, and whether they fit'))
    .input(warmupDraft)
    .output(warmupPreview)
    .query(({ ctx, input }) => previewWarmup(ctx.service, input)),

  previewSql: procedure('operator', warmedTable)
    .meta(rest('POST', '/cache-warmup-previews/sql', 'Preview all statements. Changes nothing'))
    .input(warmupDraft)
    .output(shownStatements)
    .query(({ ctx, input }) => previewWarmupSql(ctx.service, input)),

  start: procedure('operator', warmedTable)
    .meta(rest('POST', '/cache-warmups', 'Start a warm-up of a table'))
    .input(warmupDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startWarmup(ctx.service, input)),

  pause: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/pause`, 'Pause a warm-up. Cached data stays cached'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => pauseWarmup(ctx.service, input)),

  resume: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/resume`, 'Resume a warm-up'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => resumeWarmup(ctx.service, input)),

  cancel: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/cancel`, 'Cancel a warm-up. Cached data stays cached'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelWarmup(ctx.service, input)),

  retry: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/retry`, 'Retry the partitions that were not read'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => retryWarmup(ctx.service, input)),

  setPace: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/pace`, 'Change the rate limit, also while it runs'))
    .input(warmupPaceInput)
    .output(changed)
    .mutation(({ ctx, input }) => setWarmupPace(ctx.service, input)),
})
