import {
  flushInsertQueue,
  flushInsertQueueInput,
  flushReport,
  insertQueueList,
  listInsertQueues,
  listInsertQueuesInput,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['insert queues']
const path = '/clusters/{cluster}/insert-queues' as const

export const insertQueuesRouter = router({
  list: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path,
        tags,
        summary: 'List insert queues of Distributed tables',
      },
    })
    .input(listInsertQueuesInput)
    .output(insertQueueList)
    .query(({ ctx, input }) => listInsertQueues(ctx.service, input)),

  flush: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${path}/flush`,
        tags,
        summary: 'Flush the insert queue of a Distributed table',
      },
    })
    .input(flushInsertQueueInput)
    .output(flushReport)
    .mutation(({ ctx, input }) => flushInsertQueue(ctx.service, input)),
})
