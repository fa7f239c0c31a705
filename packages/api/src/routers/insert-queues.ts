import {
  flushInsertQueue,
  flushInsertQueueInput,
  flushReport,
  insertQueueList,
  listInsertQueues,
  listInsertQueuesInput,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('insert queues')
const path = '/clusters/{cluster}/insert-queues' as const

export const insertQueuesRouter = router({
  list: procedure('viewer', wholeCluster)
    .meta(rest('GET', path, 'List insert queues of Distributed tables'))
    .input(listInsertQueuesInput)
    .output(insertQueueList)
    .query(({ ctx, input }) => listInsertQueues(ctx.service, input)),

  flush: procedure('operator', wholeCluster)
    .meta(rest('POST', `${path}/flush`, 'Flush the insert queue of a Distributed table'))
    .input(flushInsertQueueInput)
    .output(flushReport)
    .mutation(({ ctx, input }) => flushInsertQueue(ctx.service, input)),
})
