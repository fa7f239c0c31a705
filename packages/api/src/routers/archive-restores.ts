import {
  archiveRestoreDetail,
  archiveRestoreInput,
  archiveRestorePage,
  archiveRestorePreview,
  cancelArchiveRestore,
  getArchiveRestore,
  keepRestored,
  keepRestoredInput,
  keepRestoredPreview,
  keptRestored,
  listArchiveRestores,
  listArchiveRestoresInput,
  previewArchiveRestore,
  previewKeepRestored,
  retryArchiveRestore,
  runChangedOf,
  runRef,
  setKeepRestoredInput,
  startArchiveRestore,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneRun, restoredArchive } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/archive-restores/{id}' as const
const rest = restRoutes('archives')
const changed = runChangedOf('archive-restore')

export const archiveRestoresRouter = router({
  preview: procedure('admin', restoredArchive)
    .meta(rest('POST', '/archive-restore-previews', 'Preview a restore of an archive'))
    .input(archiveRestoreInput)
    .output(archiveRestorePreview)
    .query(({ ctx, input }) => previewArchiveRestore(ctx.service, input)),

  list: procedure('viewer', listed)
    .meta(rest('GET', '/archive-restores', 'List restores of archives, newest first'))
    .input(listArchiveRestoresInput.extend({ cursor: z.uuid().optional() }))
    .output(archiveRestorePage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listArchiveRestores(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer', oneRun)
    .meta(rest('GET', one, 'Get a restore with its partitions, loads and comparisons'))
    .input(runRef)
    .output(archiveRestoreDetail)
    .query(({ ctx, input }) => getArchiveRestore(ctx.service, input)),

  start: procedure('admin', restoredArchive)
    .meta(rest('POST', '/archive-restores', 'Restore partitions of an archive, each exactly once'))
    .input(archiveRestoreInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startArchiveRestore(ctx.service, input)),

  previewKeep: procedure('admin', oneRun)
    .meta(rest('POST', '/archive-restore-keep-previews', 'Preview when restored rows are removed again'))
    .input(keepRestoredInput)
    .output(keepRestoredPreview)
    .query(({ ctx, input }) => previewKeepRestored(ctx.service, input)),

  keep: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/keep`, 'Change when restored rows are removed again'))
    .input(setKeepRestoredInput)
    .output(keptRestored)
    .mutation(({ ctx, input }) => keepRestored(ctx.service, input)),

  cancel: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/cancel`, 'Cancel a restore and its loads. What has arrived stays'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelArchiveRestore(ctx.service, input)),

  retry: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/retry`, 'Retry the failed loads of a restore and compare again'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => retryArchiveRestore(ctx.service, input)),
})
