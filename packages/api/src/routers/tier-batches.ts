import {
  askTierBatchReview,
  cancelTierBatch,
  getTierBatch,
  pauseTierBatch,
  previewTierBatch,
  requestTierBatch,
  resumeTierBatch,
  retryTierBatch,
  reviewTierBatch,
  startTierBatch,
  tierBatchDetail,
  tierBatchPreview,
  tierBatchRef,
  tierBatchRequest,
  tierBatchReviewInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { oneBatch, severalTables } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('tier migrations')
const one = '/tier-batches/{id}' as const
const idOnly = z.object({ id: z.string() })

function control(verb: string, summary: string) {
  return procedure('operator', oneBatch)
    .meta(rest('POST', `${one}/${verb}`, summary))
    .input(tierBatchRef)
    .output(idOnly)
}

export const tierBatchesRouter = router({
  get: procedure('viewer', oneBatch)
    .meta(rest('GET', one, 'Get a plan of several tables'))
    .input(tierBatchRef)
    .output(tierBatchDetail)
    .query(({ ctx, input }) => getTierBatch(ctx.service, input)),

  preview: procedure('viewer', severalTables)
    .meta(rest('POST', '/tier-batch-previews', 'Preview a plan of several tables. Saves nothing'))
    .input(tierBatchRequest)
    .output(tierBatchPreview)
    .query(({ ctx, input }) => previewTierBatch(ctx.service, input)),

  plan: procedure('operator', severalTables)
    .meta(rest('POST', '/tier-batches', 'Create a plan of several tables'))
    .input(tierBatchRequest)
    .output(idOnly)
    .mutation(({ ctx, input }) => requestTierBatch(ctx.service, input)),

  start: control('start', 'Start a plan of several tables, one table after the other').mutation(
    ({ ctx, input }) => startTierBatch(ctx.service, input),
  ),

  pause: control('pause', 'Pause a plan of several tables after the running statements').mutation(
    ({ ctx, input }) => pauseTierBatch(ctx.service, input),
  ),

  resume: control('resume', 'Resume a plan of several tables').mutation(({ ctx, input }) =>
    resumeTierBatch(ctx.service, input),
  ),

  cancel: control('cancel', 'Cancel a plan of several tables within the current part').mutation(
    ({ ctx, input }) => cancelTierBatch(ctx.service, input),
  ),

  retry: control('retry', 'Retry the tables that failed or were cancelled').mutation(({ ctx, input }) =>
    retryTierBatch(ctx.service, input),
  ),

  askReview: control('review-request', 'Send the plans of all tables for review').mutation(({ ctx, input }) =>
    askTierBatchReview(ctx.service, input),
  ),

  review: procedure('operator', oneBatch)
    .meta(rest('POST', `${one}/review`, 'Approve or reject a plan of another user'))
    .input(tierBatchReviewInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => reviewTierBatch(ctx.service, input)),
})
