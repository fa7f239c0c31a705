import { getStorage, storageInput, storageView } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

export const storageRouter = router({
  get: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/clusters/{cluster}/storage',
        tags: ['storage'],
        summary: 'Get disks and policies of all nodes, with differences',
      },
    })
    .input(storageInput)
    .output(storageView)
    .query(({ ctx, input }) => getStorage(ctx.service, input)),
})
