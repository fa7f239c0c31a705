import { getStorage, listPolicies, storageInput, storagePolicyList, storageView } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { tablesOfCluster, wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('storage')

export const storageRouter = router({
  get: procedure('viewer', wholeCluster)
    .meta(rest('GET', '/clusters/{cluster}/storage', 'Get disks and policies of all nodes, with differences'))
    .input(storageInput)
    .output(storageView)
    .query(({ ctx, input }) => getStorage(ctx.service, input)),

  policies: procedure('viewer', tablesOfCluster)
    .meta(rest('GET', '/clusters/{cluster}/storage-policies', 'List storage policies with their volumes'))
    .input(storageInput)
    .output(storagePolicyList)
    .query(({ ctx, input }) => listPolicies(ctx.service, input)),
})
