import {
  getReadinessInput,
  getTableSharing,
  getTableSharingInput,
  getZeroCopyReadiness,
  tableSharing,
  zeroCopyReadiness,
} from '@frostline/services'
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

  readiness: procedure('operator')
    .meta({
      openapi: {
        method: 'GET',
        path: '/clusters/{cluster}/tables/{database}/{table}/zero-copy/readiness',
        tags: ['replication'],
        summary: 'What to know before zero-copy replication is turned on for a table',
      },
    })
    .input(getReadinessInput)
    .output(zeroCopyReadiness)
    .query(({ ctx, input }) => getZeroCopyReadiness(ctx.service, input)),
})
