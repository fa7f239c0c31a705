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
  repairRef,
  repairStatus,
  replicaDifferences,
  replicationList,
  startRepair,
  tableReplication,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['replication']

export const replicationRouter = router({
  list: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/clusters/{cluster}/replication',
        tags,
        summary: 'Replicated tables and what is wrong with them, worst first',
      },
    })
    .input(listReplicationInput)
    .output(replicationList)
    .query(({ ctx, input }) => listReplication(ctx.service, input)),

  table: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/clusters/{cluster}/tables/{database}/{table}/replication',
        tags,
        summary: 'The replicas of a table',
      },
    })
    .input(getTableReplicationInput)
    .output(tableReplication)
    .query(({ ctx, input }) => getTableReplication(ctx.service, input)),

  differences: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/clusters/{cluster}/tables/{database}/{table}/replication/differences',
        tags,
        summary: 'Partitions of a table by replica, those that differ first',
      },
    })
    .input(listDifferencesInput)
    .output(replicaDifferences)
    .query(({ ctx, input }) => listReplicaDifferences(ctx.service, input)),

  repairs: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/replica-repairs',
        tags,
        summary: 'Repairs of replicas, newest first',
      },
    })
    .input(listRepairsInput.extend({ cursor: z.uuid().optional() }))
    .output(repairPage)
    .query(({ ctx, input: { cursor, ...input } }) => listRepairs(ctx.service, { after: cursor, ...input })),

  previewRepair: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: '/replica-repair-previews',
        tags,
        summary: 'What a repair of a replica would do; changes nothing',
      },
    })
    .input(repairDraft)
    .output(repairPreview)
    .query(({ ctx, input }) => previewRepair(ctx.service, input)),

  startRepair: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: '/replica-repairs',
        tags,
        summary: 'SYSTEM SYNC, RESTART, RESTORE or DROP REPLICA; all but sync need an admin',
      },
    })
    .input(repairDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startRepair(ctx.service, input)),

  cancelRepair: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: '/replica-repairs/{id}/cancel',
        tags,
        summary: 'Stop a repair; what it has done stays',
      },
    })
    .input(repairRef)
    .output(z.object({ id: z.string(), status: repairStatus }))
    .mutation(({ ctx, input }) => cancelRepair(ctx.service, input)),
})
