import {
  approveChangeSet,
  cancelChangeSet,
  changeSetDetail,
  changeSetPage,
  getChangeSet,
  listChangeSets,
  listChangeSetsInput,
  pauseChangeSet,
  resumeChangeSet,
  retryChangeSet,
  runChangedOf,
  runRef,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { everything } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/change-sets/{id}' as const
const rest = restRoutes('change-sets')
const changed = runChangedOf('change-set')

export const changeSetsRouter = router({
  list: procedure('viewer', everything)
    .meta(rest('GET', '/change-sets', 'List change sets of files, newest first'))
    .input(listChangeSetsInput.extend({ cursor: z.uuid().optional() }))
    .output(changeSetPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listChangeSets(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('admin', everything)
    .meta(rest('GET', one, 'Get a change set with its changes and where each stands'))
    .input(runRef)
    .output(changeSetDetail)
    .query(({ ctx, input }) => getChangeSet(ctx.service, input)),

  approve: procedure('admin', everything)
    .meta(
      rest('POST', `${one}/approve`, 'Approve a change set. Needs a second person, not allowed with a token'),
    )
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => approveChangeSet(ctx.service, input)),

  pause: procedure('admin', everything)
    .meta(rest('POST', `${one}/pause`, 'Pause a change set after its current change'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => pauseChangeSet(ctx.service, input)),

  resume: procedure('admin', everything)
    .meta(rest('POST', `${one}/resume`, 'Resume a paused change set'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => resumeChangeSet(ctx.service, input)),

  cancel: procedure('admin', everything)
    .meta(rest('POST', `${one}/cancel`, 'Cancel a change set. What it has changed stays'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelChangeSet(ctx.service, input)),

  retry: procedure('admin', everything)
    .meta(rest('POST', `${one}/retry`, 'Continue a change set that has failed'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => retryChangeSet(ctx.service, input)),
})
