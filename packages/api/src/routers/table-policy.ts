import {
  changeTablePolicy,
  changeTablePolicyInput,
  getTablePolicy,
  getTablePolicyInput,
  tablePolicyChange,
  tablePolicyView,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { oneTable } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('tables')
const path = '/clusters/{cluster}/tables/{database}/{table}/storage-policy' as const

export const tablePolicyRouter = router({
  get: procedure('viewer', oneTable)
    .meta(rest('GET', path, 'Get the policy of a table on each node, and the effect of each possible change'))
    .input(getTablePolicyInput)
    .output(tablePolicyView)
    .query(({ ctx, input }) => getTablePolicy(ctx.service, input)),

  change: procedure('operator', oneTable)
    .meta(rest('PUT', path, 'Change the policy of a table on all nodes. Repeat to finish a partial change'))
    .input(changeTablePolicyInput)
    .output(tablePolicyChange)
    .mutation(({ ctx, input }) => changeTablePolicy(ctx.service, input)),
})
