import {
  approveArchive,
  archiveComparison,
  archiveDecision,
  archiveDetail,
  archiveHoldInput,
  archiveKeptChanged,
  archivePage,
  archivePreview,
  archivePreviewInput,
  archiveRetentionInput,
  archiveRetentionPreview,
  archiveStepDetail,
  archiveStepPage,
  archiveStepRef,
  attachArchive,
  compareArchive,
  dropArchiveNow,
  getArchive,
  getArchiveStep,
  holdArchive,
  listArchiveSteps,
  listArchiveStepsInput,
  listArchives,
  listArchivesInput,
  pauseArchive,
  previewArchive,
  previewArchiveRetention,
  releaseArchiveHold,
  resumeArchive,
  runChangedOf,
  runRef,
  setArchiveRetention,
  setArchiveRetentionInput,
  startArchive,
  startArchiveInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneRun, tableAndSource } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/archives/{id}' as const
const rest = restRoutes('archives')
const changed = runChangedOf('archive')

export const archivesRouter = router({
  preview: procedure('admin', tableAndSource)
    .meta(rest('POST', '/archive-previews', 'Preview an archive: partitions, rows, files and types'))
    .input(archivePreviewInput)
    .output(archivePreview)
    .query(({ ctx, input }) => previewArchive(ctx.service, input)),

  list: procedure('viewer', listed)
    .meta(rest('GET', '/archives', 'List archives, newest first'))
    .input(listArchivesInput.extend({ cursor: z.uuid().optional() }))
    .output(archivePage)
    .query(({ ctx, input: { cursor, ...input } }) => listArchives(ctx.service, { after: cursor, ...input })),

  get: procedure('viewer', oneRun)
    .meta(rest('GET', one, 'Get an archive with counts of partitions by state'))
    .input(runRef)
    .output(archiveDetail)
    .query(({ ctx, input }) => getArchive(ctx.service, input)),

  steps: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/partitions`, 'List the partitions of an archive with their proofs'))
    .input(listArchiveStepsInput.extend({ cursor: z.coerce.number().int().max(2_147_483_647).optional() }))
    .output(archiveStepPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listArchiveSteps(ctx.service, { ...input, after: cursor ?? input.after }),
    ),

  step: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/partitions/{ordinal}`, 'Get the files and checksums of a partition'))
    .input(archiveStepRef)
    .output(archiveStepDetail)
    .query(({ ctx, input }) => getArchiveStep(ctx.service, input)),

  start: procedure('admin', tableAndSource)
    .meta(rest('POST', '/archives', 'Archive partitions of a table. Nothing is removed without approval'))
    .input(startArchiveInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startArchive(ctx.service, input)),

  approve: procedure('admin', oneRun)
    .meta(
      rest('POST', `${one}/approve`, 'Approve that proved partitions are detached. Not allowed with a token'),
    )
    .input(archiveDecision)
    .output(changed)
    .mutation(({ ctx, input }) => approveArchive(ctx.service, input)),

  drop: procedure('admin', oneRun)
    .meta(
      rest(
        'POST',
        `${one}/drop`,
        'Drop detached partitions before the grace time is over. Needs a second person',
      ),
    )
    .input(archiveDecision)
    .output(changed)
    .mutation(({ ctx, input }) => dropArchiveNow(ctx.service, input)),

  attach: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/attach`, 'End an archive and attach its detached partitions again'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => attachArchive(ctx.service, input)),

  compare: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/compare`, 'Compare the files of an archive with the bucket now'))
    .input(runRef)
    .output(archiveComparison)
    .mutation(({ ctx, input }) => compareArchive(ctx.service, input)),

  previewRetention: procedure('admin', oneRun)
    .meta(rest('POST', '/archive-retention-previews', 'Preview which files a retention deletes, and when'))
    .input(archiveRetentionInput)
    .output(archiveRetentionPreview)
    .query(({ ctx, input }) => previewArchiveRetention(ctx.service, input)),

  keep: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/retention`, 'Set how long the files of an archive are kept'))
    .input(setArchiveRetentionInput)
    .output(archiveKeptChanged)
    .mutation(({ ctx, input }) => setArchiveRetention(ctx.service, input)),

  hold: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/hold`, 'Set a legal hold: no file of the archive is deleted'))
    .input(archiveHoldInput)
    .output(archiveKeptChanged)
    .mutation(({ ctx, input }) => holdArchive(ctx.service, input)),

  releaseHold: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/release-hold`, 'Release the legal hold of an archive'))
    .input(archiveHoldInput)
    .output(archiveKeptChanged)
    .mutation(({ ctx, input }) => releaseArchiveHold(ctx.service, input)),

  pause: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/pause`, 'Pause an archive after its current statement'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => pauseArchive(ctx.service, input)),

  resume: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/resume`, 'Resume an archive after a pause or a failure'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => resumeArchive(ctx.service, input)),
})
