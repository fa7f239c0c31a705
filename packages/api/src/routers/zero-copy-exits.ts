import {
  cancelExit,
  exitDetail,
  exitPage,
  exitPreview,
  exitRequest,
  getExit,
  goBackOnExit,
  listExits,
  listExitsInput,
  pauseExit,
  previewExit,
  requestExit,
  resumeExit,
  retryExit,
  runRef,
  startExit,
  tierMigrationStatus,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneExit, oneTable } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('replication')
const one = '/zero-copy-exits/{id}' as const
const changed = z.object({ id: z.string(), status: tierMigrationStatus })

/** An admin's decision on an exit. */
const order = (path: string, summary: string) =>
  procedure('admin', oneExit)
    .meta(rest('POST', `${one}/${path}`, summary))
    .input(runRef)
    .output(changed)

export const zeroCopyExitsRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/zero-copy-exits', 'List zero-copy exits, newest first'))
    .input(listExitsInput.extend({ cursor: z.uuid().optional() }))
    .output(exitPage)
    .query(({ ctx, input: { cursor, ...input } }) => listExits(ctx.service, { after: cursor, ...input })),

  get: procedure('viewer', oneExit)
    .meta(rest('GET', one, 'Get a zero-copy exit with its tier migrations, setting changes and proof'))
    .input(runRef)
    .output(exitDetail)
    .query(({ ctx, input }) => getExit(ctx.service, input)),

  preview: procedure('operator', oneTable)
    .meta(rest('POST', '/zero-copy-exit-previews', 'Preview a zero-copy exit. Changes nothing'))
    .input(exitRequest)
    .output(exitPreview)
    .query(({ ctx, input }) => previewExit(ctx.service, input)),

  request: procedure('admin', oneTable)
    .meta(rest('POST', '/zero-copy-exits', 'Plan a zero-copy exit'))
    .input(exitRequest)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => requestExit(ctx.service, input)),

  start: order('start', 'Start a planned zero-copy exit').mutation(({ ctx, input }) =>
    startExit(ctx.service, input),
  ),
  pause: order('pause', 'Pause a zero-copy exit and its tier migration').mutation(({ ctx, input }) =>
    pauseExit(ctx.service, input),
  ),
  resume: order('resume', 'Resume a zero-copy exit').mutation(({ ctx, input }) =>
    resumeExit(ctx.service, input),
  ),
  cancel: order('cancel', 'Cancel a zero-copy exit. Moved parts stay').mutation(({ ctx, input }) =>
    cancelExit(ctx.service, input),
  ),
  retry: order('retry', 'Retry a zero-copy exit that failed or was cancelled').mutation(({ ctx, input }) =>
    retryExit(ctx.service, input),
  ),
  goBack: order('go-back', 'Revert a zero-copy exit: turn the setting on and share the parts again').mutation(
    ({ ctx, input }) => goBackOnExit(ctx.service, input),
  ),
})
