import {
  checkConfigTarget,
  configTargetRef,
  configTargetView,
  getConfigTarget,
  setConfigTarget,
  setConfigTargetInput,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('storage')
const path = '/clusters/{cluster}/config-target' as const

export const configTargetsRouter = router({
  get: procedure('viewer', wholeCluster)
    .meta(rest('GET', path, 'Get the configuration target of a cluster'))
    .input(configTargetRef)
    .output(configTargetView)
    .query(({ ctx, input }) => getConfigTarget(ctx.service, input)),

  set: procedure('admin', wholeCluster)
    .meta(
      rest(
        'PUT',
        path,
        'Set the configuration target: download, or a folder per node that a worker writes to and checks',
      ),
    )
    .input(setConfigTargetInput)
    .output(configTargetView)
    .mutation(({ ctx, input }) => setConfigTarget(ctx.service, input)),

  check: procedure('admin', wholeCluster)
    .meta(rest('POST', `${path}/check`, 'Check the configuration folders again'))
    .input(configTargetRef)
    .output(configTargetView)
    .mutation(({ ctx, input }) => checkConfigTarget(ctx.service, input)),
})
