import {
  createStorageProposal,
  createStorageProposalInput,
  getStorageProposal,
  getStorageProposalInput,
  listStorageProposals,
  listStorageProposalsInput,
  recheckStorageProposal,
  reloadStorageConfig,
  removeStorageProposal,
  reviewStorageProposal,
  reviewStorageProposalInput,
  storageProposalDetail,
  storageProposalList,
  storageProposalRef,
  storageReload,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { oneProposal, wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('storage')
const all = '/clusters/{cluster}/storage-proposals' as const
const one = '/storage-proposals/{id}' as const
const idOnly = z.object({ id: z.string() })

export const storageProposalsRouter = router({
  list: procedure('viewer', wholeCluster)
    .meta(rest('GET', all, 'List storage proposals, newest first'))
    .input(listStorageProposalsInput)
    .output(storageProposalList)
    .query(({ ctx, input }) => listStorageProposals(ctx.service, input)),

  get: procedure('viewer', oneProposal)
    .meta(rest('GET', one, 'Get a storage proposal: files, changes, and check results'))
    .input(getStorageProposalInput)
    .output(storageProposalDetail)
    .query(({ ctx, input }) => getStorageProposal(ctx.service, input)),

  create: procedure('admin', wholeCluster)
    .meta(rest('POST', all, 'Create a storage proposal. Sends nothing'))
    .input(createStorageProposalInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createStorageProposal(ctx.service, input)),

  review: procedure('admin', oneProposal)
    .meta(rest('POST', `${one}/review`, 'Approve or reject a proposal'))
    .input(reviewStorageProposalInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => reviewStorageProposal(ctx.service, input)),

  recheck: procedure('admin', oneProposal)
    .meta(rest('POST', `${one}/check`, 'Run the engine check again'))
    .input(storageProposalRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => recheckStorageProposal(ctx.service, input)),

  reload: procedure('admin', oneProposal)
    .meta(rest('POST', `${one}/reload`, 'Reload the configuration of each node, and check what it runs'))
    .input(storageProposalRef)
    .output(storageReload)
    .mutation(({ ctx, input }) => reloadStorageConfig(ctx.service, input)),

  remove: procedure('admin', oneProposal)
    .meta(rest('DELETE', one, 'Delete a proposal and its secrets'))
    .input(storageProposalRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => removeStorageProposal(ctx.service, input)),
})
