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
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('replication')
const one = '/zero-copy-exits/{id}' as const
const changed = z.object({ id: z.string(), status: tierMigrationStatus })

/** An admin's decision on an exit. */
const order = (path: string, summary: string) =>
  procedure('admin')
    .meta(rest('POST', `${one}/${path}`, summary))
    .input(runRef)
    .output(changed)

export const zeroCopyExitsRouter = router({
  list: procedure('viewer')
    .meta(rest('GET', '/zero-copy-exits', 'Tables that were taken off zero-copy replication, newest first'))
    .input(listExitsInput.extend({ cursor: z.uuid().optional() }))
    .output(exitPage)
    .query(({ ctx, input: { cursor, ...input } }) => listExits(ctx.service, { after: cursor, ...input })),

  get: procedure('viewer')
    .meta(rest('GET', one, 'One exit with its tier migrations, changes of the setting, and proof'))
    .input(runRef)
    .output(exitDetail)
    .query(({ ctx, input }) => getExit(ctx.service, input)),

  preview: procedure('operator')
    .meta(
      rest(
        'POST',
        '/zero-copy-exit-previews',
        'What taking a table off zero-copy replication would do; changes nothing',
      ),
    )
    .input(exitRequest)
    .output(exitPreview)
    .query(({ ctx, input }) => previewExit(ctx.service, input)),

  request: procedure('admin')
    .meta(
      rest(
        'POST',
        '/zero-copy-exits',
        'Plan to take a table off zero-copy replication; it runs when it is started',
      ),
    )
    .input(exitRequest)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => requestExit(ctx.service, input)),

  start: order('start', 'Start a planned exit').mutation(({ ctx, input }) => startExit(ctx.service, input)),
  pause: order('pause', 'Pause it and its tier migration').mutation(({ ctx, input }) =>
    pauseExit(ctx.service, input),
  ),
  resume: order('resume', 'Let it go on').mutation(({ ctx, input }) => resumeExit(ctx.service, input)),
  cancel: order('cancel', 'Stop it; what has been moved stays').mutation(({ ctx, input }) =>
    cancelExit(ctx.service, input),
  ),
  retry: order('retry', 'Go on with one that failed or was cancelled').mutation(({ ctx, input }) =>
    retryExit(ctx.service, input),
  ),
  goBack: order('go-back', 'Turn the setting on again and share the parts again').mutation(({ ctx, input }) =>
    goBackOnExit(ctx.service, input),
  ),
})
