import { getRunHistory, runHistory, runRef } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

/** What all kinds of runs have in common. */
export const runsRouter = router({
  history: procedure('viewer')
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/runs/{id}/history', tags: ['runs'] },
        summary: 'List who did what with a run, newest first',
      },
    })
    .input(runRef)
    .output(runHistory)
    .query(({ ctx, input }) => getRunHistory(ctx.service, input)),
})
