import {
  approvalRuleInput,
  approvalRuleRef,
  approvalRuleView,
  createApprovalRule,
  listApprovalRules,
  removeApprovalRule,
  updateApprovalRule,
  updateApprovalRuleInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { everything } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('approval-rules')
const one = '/approval-rules/{id}' as const

export const approvalRulesRouter = router({
  list: procedure('admin', everything)
    .meta(rest('GET', '/approval-rules', 'List the rules by which runs wait for an approval'))
    .input(z.object({}).optional())
    .output(z.array(approvalRuleView))
    .query(({ ctx }) => listApprovalRules(ctx.service)),

  create: procedure('admin', everything)
    .meta(rest('POST', '/approval-rules', 'Create an approval rule. It holds runs that have not begun'))
    .input(approvalRuleInput)
    .output(approvalRuleView)
    .mutation(({ ctx, input }) => createApprovalRule(ctx.service, input)),

  update: procedure('admin', everything)
    .meta(rest('PUT', one, 'Replace an approval rule. Runs that it does not hold any more begin'))
    .input(updateApprovalRuleInput)
    .output(approvalRuleView)
    .mutation(({ ctx, input }) => updateApprovalRule(ctx.service, input)),

  remove: procedure('admin', everything)
    .meta(rest('DELETE', one, 'Delete an approval rule. Runs that only it holds begin'))
    .input(approvalRuleRef)
    .output(approvalRuleRef)
    .mutation(({ ctx, input }) => removeApprovalRule(ctx.service, input)),
})
