import {
  approveOrphanRemoval,
  getOrphanRemoval,
  listOrphanRemovals,
  listRemovalObjects,
  listRemovalObjectsInput,
  listRemovalsInput,
  pauseOrphanRemoval,
  previewOrphanRemoval,
  removalDecision,
  removalDetail,
  removalObjectPage,
  removalPage,
  removalPreview,
  removalPreviewInput,
  restoreOrphanRemoval,
  resumeOrphanRemoval,
  runChangedOf,
  runRef,
  startOrphanRemoval,
  startRemovalInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, ofAudit, oneRun } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/orphan-removals/{id}' as const
const rest = restRoutes('orphan removals')
const changed = runChangedOf('orphan-removal')

export const orphanRemovalsRouter = router({
  preview: procedure('admin', ofAudit)
    .meta(rest('POST', '/orphan-removal-previews', 'Preview an orphan removal'))
    .input(removalPreviewInput)
    .output(removalPreview)
    .query(({ ctx, input }) => previewOrphanRemoval(ctx.service, input)),

  list: procedure('viewer', listed)
    .meta(rest('GET', '/orphan-removals', 'List orphan removals, newest first'))
    .input(listRemovalsInput.extend({ cursor: z.uuid().optional() }))
    .output(removalPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listOrphanRemovals(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer', oneRun)
    .meta(rest('GET', one, 'Get a removal with counts of quarantined, deleted and kept objects'))
    .input(runRef)
    .output(removalDetail)
    .query(({ ctx, input }) => getOrphanRemoval(ctx.service, input)),

  objects: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/objects`, 'List the objects of a removal'))
    .input(
      listRemovalObjectsInput.extend({
        cursor: z.coerce
          .number()
          .int()
          .max(Number.MAX_SAFE_INTEGER - 1)
          .optional(),
      }),
    )
    .output(removalObjectPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listRemovalObjects(ctx.service, { ...input, after: cursor ?? input.after }),
    ),

  start: procedure('admin', ofAudit)
    .meta(rest('POST', '/orphan-removals', 'Move orphans of an audit to quarantine'))
    .input(startRemovalInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startOrphanRemoval(ctx.service, input)),

  approve: procedure('admin', oneRun)
    .meta(
      rest(
        'POST',
        `${one}/approve`,
        'Approve the permanent deletion of quarantined objects. Not allowed with a token',
      ),
    )
    .input(removalDecision)
    .output(changed)
    .mutation(({ ctx, input }) => approveOrphanRemoval(ctx.service, input)),

  restore: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/restore`, 'End a removal and restore the quarantined objects'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => restoreOrphanRemoval(ctx.service, input)),

  pause: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/pause`, 'Pause a removal after the current objects'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => pauseOrphanRemoval(ctx.service, input)),

  resume: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/resume`, 'Resume a removal after a pause or a failure'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => resumeOrphanRemoval(ctx.service, input)),
})
