import {
  approvalPreview,
  approvalPreviewInput,
  approveRun,
  approveRunInput,
  getRunApproval,
  listWaitingApprovals,
  previewApproval,
  runApprovalRef,
  runApprovalView,
  waitingApprovals,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneHeldRun, tableOrCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('approvals')
const one = '/runs/{id}/approval' as const

export const approvalsRouter = router({
  waiting: procedure('viewer', listed)
    .meta(rest('GET', '/approvals', 'List runs that wait for an approval, oldest first'))
    .input(z.object({}).optional())
    .output(waitingApprovals)
    .query(({ ctx }) => listWaitingApprovals(ctx.service)),

  preview: procedure('viewer', tableOrCluster)
    .meta(rest('GET', '/clusters/{cluster}/approval-preview', 'Get which rules would hold a run'))
    .input(approvalPreviewInput)
    .output(approvalPreview)
    .query(({ ctx, input }) => previewApproval(ctx.service, input)),

  get: procedure('viewer', oneHeldRun)
    .meta(rest('GET', one, 'Get which rules hold a run or a plan, and who has approved it'))
    .input(runApprovalRef)
    .output(runApprovalView)
    .query(({ ctx, input }) => getRunApproval(ctx.service, input)),

  approve: procedure('operator', oneHeldRun)
    .meta(rest('POST', one, 'Approve a run that waits. Needs a second person, not allowed with a token'))
    .input(approveRunInput)
    .output(runApprovalView)
    .mutation(({ ctx, input }) => approveRun(ctx.service, input)),
})
