import {
  getNodeStartUp,
  getNodeStartUpInput,
  listStartUp,
  listStartUpInput,
  nodeStartUp,
  startUpList,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['start-up']
const path = '/clusters/{cluster}/start-up' as const

export const startUpRouter = router({
  list: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path,
        tags,
        summary: 'How long the next start of each node will take, and how long the last one took',
      },
    })
    .input(listStartUpInput)
    .output(startUpList)
    .query(({ ctx, input }) => listStartUp(ctx.service, input)),

  get: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${path}/{node}`,
        tags,
        summary: 'What makes the start of one node slow, what would shorten it, and its measured starts',
      },
    })
    .input(getNodeStartUpInput)
    .output(nodeStartUp)
    .query(({ ctx, input }) => getNodeStartUp(ctx.service, input)),
})
