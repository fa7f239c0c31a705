import {
  cancelStorageRollout,
  finishStorageRollout,
  getStorageRollout,
  listStorageRollouts,
  prepareStorageRollout,
  prepareStorageRolloutInput,
  revertStorageRollout,
  runChangedOf,
  runRef,
  startStorageRollout,
  startStorageRolloutInput,
  storageRolloutList,
  storageRolloutView,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { oneProposal, oneRollout } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('storage')
const changed = runChangedOf('storage-rollout')
const ofProposal = '/storage-proposals/{id}/rollouts' as const
const one = '/storage-rollouts/{id}' as const
const idOnly = z.object({ id: z.string() })

export const storageRolloutsRouter = router({
  list: procedure('viewer', oneProposal)
    .meta(rest('GET', ofProposal, 'List the rollouts of a proposal, newest first'))
    .input(prepareStorageRolloutInput)
    .output(storageRolloutList)
    .query(({ ctx, input }) => listStorageRollouts(ctx.service, input)),

  get: procedure('viewer', oneRollout)
    .meta(rest('GET', one, 'Get a rollout: its plan and the state of each node'))
    .input(runRef)
    .output(storageRolloutView)
    .query(({ ctx, input }) => getStorageRollout(ctx.service, input)),

  prepare: procedure('admin', oneProposal)
    .meta(rest('POST', ofProposal, 'Prepare a rollout. Writes nothing to a node'))
    .input(prepareStorageRolloutInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => prepareStorageRollout(ctx.service, input)),

  start: procedure('admin', oneRollout)
    .meta(
      rest(
        'POST',
        `${one}/start`,
        'Apply a rollout, one node after the other, each verified before the next',
      ),
    )
    .input(startStorageRolloutInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => startStorageRollout(ctx.service, input)),

  cancel: procedure('admin', oneRollout)
    .meta(rest('POST', `${one}/cancel`, 'Stop a rollout after the current node'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelStorageRollout(ctx.service, input)),

  finish: procedure('admin', oneRollout)
    .meta(rest('POST', `${one}/finish`, 'Resume a rollout with the remaining nodes'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => finishStorageRollout(ctx.service, input)),

  revert: procedure('admin', oneRollout)
    .meta(rest('POST', `${one}/revert`, 'Revert a rollout on all changed nodes'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => revertStorageRollout(ctx.service, input)),
})
