import {
  cancelGeneration,
  generationChunkDetail,
  generationChunkPage,
  generationChunkRef,
  generationDetail,
  generationDraft,
  generationPage,
  generationPreview,
  generationProgressView,
  getGeneration,
  getGenerationChunk,
  getGenerationProgress,
  listGenerationChunks,
  listGenerationChunksInput,
  listGenerations,
  listRunsOfKindInput,
  pauseGeneration,
  previewGeneration,
  previewGenerationSql,
  resumeGeneration,
  retryGeneration,
  runChangedOf,
  runRef,
  shownStatements,
  startGeneration,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneRun, wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/data-generations/{id}' as const
const rest = restRoutes('data generations')
const changed = runChangedOf('data-generation')
export const dataGenerationsRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/data-generations', 'List test data generations, newest first'))
    .input(listRunsOfKindInput.extend({ cursor: z.uuid().optional() }))
    .output(generationPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listGenerations(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer', oneRun)
    .meta(rest('GET', one, 'Get a generation'))
    .input(runRef)
    .output(generationDetail)
    .query(({ ctx, input }) => getGeneration(ctx.service, input)),

  chunks: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/chunks`, 'List the statements of a generation'))
    .input(
      listGenerationChunksInput.extend({
        cursor: z.coerce
          .number()
          .int()
          .max(Number.MAX_SAFE_INTEGER - 1)
          .optional(),
      }),
    )
    .output(generationChunkPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listGenerationChunks(ctx.service, { ...input, after: cursor ?? input.after }),
    ),

  chunk: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/chunks/{ordinal}`, 'Get one statement with its text'))
    .input(generationChunkRef)
    .output(generationChunkDetail)
    .query(({ ctx, input }) => getGenerationChunk(ctx.service, input)),

  progress: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/progress`, 'Get the progress of running statements'))
    .input(runRef)
    .output(generationProgressView)
    .query(({ ctx, input }) => getGenerationProgress(ctx.service, input)),

  preview: procedure('operator', wholeCluster)
    .meta(rest('POST', '/data-generation-previews', 'Preview a generation. Writes nothing'))
    .input(generationDraft)
    .output(generationPreview)
    .query(({ ctx, input }) => previewGeneration(ctx.service, input)),

  previewSql: procedure('operator', wholeCluster)
    .meta(rest('POST', '/data-generation-previews/sql', 'Preview all statements. Writes nothing'))
    .input(generationDraft)
    .output(shownStatements)
    .query(({ ctx, input }) => previewGenerationSql(ctx.service, input)),

  start: procedure('operator', wholeCluster)
    .meta(rest('POST', '/data-generations', 'Start to generate test data in an empty folder'))
    .input(generationDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startGeneration(ctx.service, input)),

  pause: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/pause`, 'Pause a generation. Complete files are kept'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => pauseGeneration(ctx.service, input)),

  resume: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/resume`, 'Resume a generation'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => resumeGeneration(ctx.service, input)),

  cancel: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/cancel`, 'Cancel a generation. Complete files are kept'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelGeneration(ctx.service, input)),

  retry: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/retry`, 'Retry the missing files'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => retryGeneration(ctx.service, input)),
})
