import {
  getTableReplication,
  getTableReplicationInput,
  listDifferencesInput,
  listReplicaDifferences,
  listReplication,
  listReplicationInput,
  replicaDifferences,
  replicationList,
  tableReplication,
} from '@frostline/services'
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
})
