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
        summary: 'Disks and policies of every node, and where the nodes differ',
      },
    })
    .input(storageInput)
    .output(storageView)
    .query(({ ctx, input }) => getStorage(ctx.service, input)),
})
