import {
  changeTablePolicy,
  changeTablePolicyInput,
  getTablePolicy,
  getTablePolicyInput,
  tablePolicyChange,
  tablePolicyView,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['tables']
const path = '/clusters/{cluster}/tables/{database}/{table}/storage-policy' as const

export const tablePolicyRouter = router({
  get: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path,
        tags,
        summary: 'The policy of a table on each node, and what a change to any other would do',
      },
    })
    .input(getTablePolicyInput)
    .output(tablePolicyView)
    .query(({ ctx, input }) => getTablePolicy(ctx.service, input)),

  change: procedure('operator')
    .meta({
      openapi: {
        method: 'PUT',
        path,
        tags,
        summary: 'Put a table on a policy on every node that has it; again to finish what is left',
      },
    })
    .input(changeTablePolicyInput)
    .output(tablePolicyChange)
    .mutation(({ ctx, input }) => changeTablePolicy(ctx.service, input)),
})
