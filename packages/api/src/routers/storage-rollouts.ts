import {
  cancelStorageRollout,
  finishStorageRollout,
  getStorageRollout,
  listStorageRollouts,
  prepareStorageRollout,
  prepareStorageRolloutInput,
  revertStorageRollout,
  runChanged,
  runRef,
  startStorageRollout,
  startStorageRolloutInput,
  storageRolloutList,
  storageRolloutView,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['storage']
const ofProposal = '/storage-proposals/{id}/rollouts' as const
const one = '/storage-rollouts/{id}' as const
const idOnly = z.object({ id: z.string() })

export const storageRolloutsRouter = router({
  list: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: ofProposal,
        tags,
        summary: 'List the rollouts of a proposal, newest first',
      },
    })
    .input(prepareStorageRolloutInput)
    .output(storageRolloutList)
    .query(({ ctx, input }) => listStorageRollouts(ctx.service, input)),

  get: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: one,
        tags,
        summary: 'Get a rollout: its plan and the state of each node',
      },
    })
    .input(runRef)
    .output(storageRolloutView)
    .query(({ ctx, input }) => getStorageRollout(ctx.service, input)),

  prepare: procedure('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: ofProposal,
        tags,
        summary: 'Prepare a rollout. Writes nothing to a node',
      },
    })
    .input(prepareStorageRolloutInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => prepareStorageRollout(ctx.service, input)),

  start: procedure('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/start`,
        tags,
        summary: 'Apply a rollout, one node after the other, each verified before the next',
      },
    })
    .input(startStorageRolloutInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => startStorageRollout(ctx.service, input)),

  cancel: procedure('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/cancel`,
        tags,
        summary: 'Stop a rollout after the current node',
      },
    })
    .input(runRef)
    .output(runChanged)
    .mutation(({ ctx, input }) => cancelStorageRollout(ctx.service, input)),

  finish: procedure('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/finish`,
        tags,
        summary: 'Resume a rollout with the remaining nodes',
      },
    })
    .input(runRef)
    .output(runChanged)
    .mutation(({ ctx, input }) => finishStorageRollout(ctx.service, input)),

  revert: procedure('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/revert`,
        tags,
        summary: 'Revert a rollout on all changed nodes',
      },
    })
    .input(runRef)
    .output(runChanged)
    .mutation(({ ctx, input }) => revertStorageRollout(ctx.service, input)),
})
