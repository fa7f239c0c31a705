import {
  cancelRestoreRemoval,
  getRestoreRemoval,
  listRestoreRemovals,
  listRestoreRemovalsInput,
  restoreRemovalDetail,
  restoreRemovalPage,
  retryRestoreRemoval,
  runChangedOf,
  runRef,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneRun } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/restore-removals/{id}' as const
const rest = restRoutes('archives')
const changed = runChangedOf('restore-removal')

export const restoreRemovalsRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/restore-removals', 'List removals of restored rows, newest first'))
    .input(listRestoreRemovalsInput.extend({ cursor: z.uuid().optional() }))
    .output(restoreRemovalPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listRestoreRemovals(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer', oneRun)
    .meta(rest('GET', one, 'Get a removal of restored rows with its partitions'))
    .input(runRef)
    .output(restoreRemovalDetail)
    .query(({ ctx, input }) => getRestoreRemoval(ctx.service, input)),

  cancel: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/cancel`, 'Cancel a removal of restored rows. The rest stays'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelRestoreRemoval(ctx.service, input)),

  retry: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/retry`, 'Retry a removal of restored rows that has failed'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => retryRestoreRemoval(ctx.service, input)),
})
