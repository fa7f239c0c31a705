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
        summary: 'Get the shared objects of a table and their problems',
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
        summary: 'Check the readiness of a table for zero-copy replication',
      },
    })
    .input(getReadinessInput)
    .output(zeroCopyReadiness)
    .query(({ ctx, input }) => getZeroCopyReadiness(ctx.service, input)),
})
