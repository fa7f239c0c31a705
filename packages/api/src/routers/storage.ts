import { getStorage, storageInput, storageView } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('storage')

export const storageRouter = router({
  get: procedure('viewer', wholeCluster)
    .meta(rest('GET', '/clusters/{cluster}/storage', 'Get disks and policies of all nodes, with differences'))
    .input(storageInput)
    .output(storageView)
    .query(({ ctx, input }) => getStorage(ctx.service, input)),
})
