import {
  cancelStorageRollout,
  finishStorageRollout,
  getStorageRollout,
  listStorageRollouts,
  prepareStorageRollout,
  prepareStorageRolloutInput,
  revertStorageRollout,
  startStorageRollout,
  startStorageRolloutInput,
  storageRolloutList,
  storageRolloutRef,
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
      openapi: { method: 'GET', path: ofProposal, tags, summary: 'Rollouts of a proposal, newest first' },
    })
    .input(prepareStorageRolloutInput)
    .output(storageRolloutList)
    .query(({ ctx, input }) => listStorageRollouts(ctx.service, input)),

  get: procedure('viewer')
    .meta({
      openapi: { method: 'GET', path: one, tags, summary: 'A rollout: its plan and where each node is' },
    })
    .input(storageRolloutRef)
    .output(storageRolloutView)
    .query(({ ctx, input }) => getStorageRollout(ctx.service, input)),

  prepare: procedure('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: ofProposal,
        tags,
        summary: 'Have a worker plan what is written where; writes nothing to a node',
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
        summary: 'Apply the plan: one node after the other, each verified before the next',
      },
    })
    .input(startStorageRolloutInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => startStorageRollout(ctx.service, input)),

  cancel: procedure('admin')
    .meta({
      openapi: { method: 'POST', path: `${one}/cancel`, tags, summary: 'Stop after the current node' },
    })
    .input(storageRolloutRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => cancelStorageRollout(ctx.service, input)),

  finish: procedure('admin')
    .meta({
      openapi: { method: 'POST', path: `${one}/finish`, tags, summary: 'Go on with the nodes that are left' },
    })
    .input(storageRolloutRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => finishStorageRollout(ctx.service, input)),

  revert: procedure('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/revert`,
        tags,
        summary: 'Put back on every touched node what its file held before',
      },
    })
    .input(storageRolloutRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => revertStorageRollout(ctx.service, input)),
})
