import { getTableSharing, getTableSharingInput, tableSharing } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

export const zeroCopyRouter = router({
  table: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/clusters/{cluster}/tables/{database}/{table}/zero-copy',
        tags: ['replication'],
        summary:
          'Who shares the objects of a table, by Keeper and by its replicas, and what is wrong with it',
      },
    })
    .input(getTableSharingInput)
    .output(tableSharing)
    .query(({ ctx, input }) => getTableSharing(ctx.service, input)),
})
