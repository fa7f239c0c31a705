import {
  getReadinessInput,
  getTableSharing,
  getTableSharingInput,
  getZeroCopyReadiness,
  tableSharing,
  zeroCopyReadiness,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { oneTable } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('replication')

export const zeroCopyRouter = router({
  table: procedure('viewer', oneTable)
    .meta(
      rest(
        'GET',
        '/clusters/{cluster}/tables/{database}/{table}/zero-copy',
        'Get the shared objects of a table and their problems',
      ),
    )
    .input(getTableSharingInput)
    .output(tableSharing)
    .query(({ ctx, input }) => getTableSharing(ctx.service, input)),

  readiness: procedure('operator', oneTable)
    .meta(
      rest(
        'GET',
        '/clusters/{cluster}/tables/{database}/{table}/zero-copy/readiness',
        'Check the readiness of a table for zero-copy replication',
      ),
    )
    .input(getReadinessInput)
    .output(zeroCopyReadiness)
    .query(({ ctx, input }) => getZeroCopyReadiness(ctx.service, input)),
})
