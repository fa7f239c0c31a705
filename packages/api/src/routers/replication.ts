import {
  cancelRepair,
  getTableReplication,
  getTableReplicationInput,
  listDifferencesInput,
  listRepairs,
  listRepairsInput,
  listReplicaDifferences,
  listReplication,
  listReplicationInput,
  previewRepair,
  repairDraft,
  repairPage,
  repairPreview,
  replicaDifferences,
  replicationList,
  retryRepair,
  runChangedOf,
  runRef,
  startRepair,
  tableReplication,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneRun, oneTable, wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('replication')
const changed = runChangedOf('replica-repair')

export const replicationRouter = router({
  list: procedure('viewer', wholeCluster)
    .meta(rest('GET', '/clusters/{cluster}/replication', 'List replicated tables, worst first'))
    .input(listReplicationInput)
    .output(replicationList)
    .query(({ ctx, input }) => listReplication(ctx.service, input)),

  table: procedure('viewer', oneTable)
    .meta(
      rest(
        'GET',
        '/clusters/{cluster}/tables/{database}/{table}/replication',
        'List the replicas of a table',
      ),
    )
    .input(getTableReplicationInput)
    .output(tableReplication)
    .query(({ ctx, input }) => getTableReplication(ctx.service, input)),

  differences: procedure('viewer', oneTable)
    .meta(
      rest(
        'GET',
        '/clusters/{cluster}/tables/{database}/{table}/replication/differences',
        'List partitions by replica, differences first',
      ),
    )
    .input(listDifferencesInput)
    .output(replicaDifferences)
    .query(({ ctx, input }) => listReplicaDifferences(ctx.service, input)),

  repairs: procedure('viewer', listed)
    .meta(rest('GET', '/replica-repairs', 'List replica repairs, newest first'))
    .input(listRepairsInput.extend({ cursor: z.uuid().optional() }))
    .output(repairPage)
    .query(({ ctx, input: { cursor, ...input } }) => listRepairs(ctx.service, { after: cursor, ...input })),

  previewRepair: procedure('operator', oneTable)
    .meta(rest('POST', '/replica-repair-previews', 'Preview a replica repair'))
    .input(repairDraft)
    .output(repairPreview)
    .query(({ ctx, input }) => previewRepair(ctx.service, input)),

  startRepair: procedure('operator', oneTable)
    .meta(
      rest(
        'POST',
        '/replica-repairs',
        'Start SYSTEM SYNC, RESTART, RESTORE or DROP REPLICA. All except SYNC require an admin',
      ),
    )
    .input(repairDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startRepair(ctx.service, input)),

  cancelRepair: procedure('operator', oneRun)
    .meta(rest('POST', '/replica-repairs/{id}/cancel', 'Cancel a repair. Its changes are kept'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelRepair(ctx.service, input)),

  retryRepair: procedure('operator', oneRun)
    .meta(
      rest(
        'POST',
        '/replica-repairs/{id}/retry',
        'Retry a repair. The replicas are checked again before anything is sent',
      ),
    )
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => retryRepair(ctx.service, input)),
})
