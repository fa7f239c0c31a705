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
  removalRef,
  removalStatuses,
  restoreOrphanRemoval,
  resumeOrphanRemoval,
  startOrphanRemoval,
  startRemovalInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['removals of orphans']
const one = '/orphan-removals/{id}' as const
const rest = (method: 'GET' | 'POST', path: `/${string}`, summary: string) => ({
  openapi: { method, path, tags, summary },
})
const changed = z.object({ id: z.string(), status: z.enum(removalStatuses) })

export const orphanRemovalsRouter = router({
  preview: procedure('admin')
    .meta(rest('POST', '/orphan-removal-previews', 'Exactly what a removal would take; changes nothing'))
    .input(removalPreviewInput)
    .output(removalPreview)
    .query(({ ctx, input }) => previewOrphanRemoval(ctx.service, input)),

  list: procedure('viewer')
    .meta(rest('GET', '/orphan-removals', 'Removals of orphans, newest first'))
    .input(listRemovalsInput.extend({ cursor: z.uuid().optional() }))
    .output(removalPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listOrphanRemovals(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer')
    .meta(rest('GET', one, 'One removal: how many objects are in quarantine, deleted, kept'))
    .input(removalRef)
    .output(removalDetail)
    .query(({ ctx, input }) => getOrphanRemoval(ctx.service, input)),

  objects: procedure('viewer')
    .meta(rest('GET', `${one}/objects`, 'A page of the ledger: what became of each object'))
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

  start: procedure('admin')
    .meta(rest('POST', '/orphan-removals', 'Put orphans of an audit into quarantine'))
    .input(startRemovalInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startOrphanRemoval(ctx.service, input)),

  approve: procedure('admin')
    .meta(rest('POST', `${one}/approve`, 'Delete for good what is in quarantine; never by a token'))
    .input(removalDecision)
    .output(changed)
    .mutation(({ ctx, input }) => approveOrphanRemoval(ctx.service, input)),

  restore: procedure('admin')
    .meta(rest('POST', `${one}/restore`, 'End it, and bring back what is in quarantine'))
    .input(removalRef)
    .output(changed)
    .mutation(({ ctx, input }) => restoreOrphanRemoval(ctx.service, input)),

  pause: procedure('admin')
    .meta(rest('POST', `${one}/pause`, 'Stand still after the objects in hand'))
    .input(removalRef)
    .output(changed)
    .mutation(({ ctx, input }) => pauseOrphanRemoval(ctx.service, input)),

  resume: procedure('admin')
    .meta(rest('POST', `${one}/resume`, 'Go on after a pause or a failure'))
    .input(removalRef)
    .output(changed)
    .mutation(({ ctx, input }) => resumeOrphanRemoval(ctx.service, input)),
})
