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
  generationRef,
  generationStatus,
  getGeneration,
  getGenerationChunk,
  getGenerationProgress,
  listGenerationChunks,
  listGenerationChunksInput,
  listGenerations,
  listGenerationsInput,
  previewGeneration,
  previewGenerationSql,
  retryGeneration,
  shownStatements,
  startGeneration,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['data generations']
const one = '/data-generations/{id}' as const
const rest = (method: 'GET' | 'POST', path: `/${string}`, summary: string) => ({
  openapi: { method, path, tags, summary },
})
const changed = z.object({ id: z.string(), status: generationStatus })

export const dataGenerationsRouter = router({
  list: procedure('viewer')
    .meta(rest('GET', '/data-generations', 'List test data generations, newest first'))
    .input(listGenerationsInput.extend({ cursor: z.uuid().optional() }))
    .output(generationPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listGenerations(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer')
    .meta(rest('GET', one, 'One generation'))
    .input(generationRef)
    .output(generationDetail)
    .query(({ ctx, input }) => getGeneration(ctx.service, input)),

  chunks: procedure('viewer')
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

  chunk: procedure('viewer')
    .meta(rest('GET', `${one}/chunks/{ordinal}`, 'Get one statement with its text'))
    .input(generationChunkRef)
    .output(generationChunkDetail)
    .query(({ ctx, input }) => getGenerationChunk(ctx.service, input)),

  progress: procedure('viewer')
    .meta(rest('GET', `${one}/progress`, 'Get the progress of running statements'))
    .input(generationRef)
    .output(generationProgressView)
    .query(({ ctx, input }) => getGenerationProgress(ctx.service, input)),

  preview: procedure('operator')
    .meta(rest('POST', '/data-generation-previews', 'Preview a generation. Writes nothing'))
    .input(generationDraft)
    .output(generationPreview)
    .query(({ ctx, input }) => previewGeneration(ctx.service, input)),

  previewSql: procedure('operator')
    .meta(rest('POST', '/data-generation-previews/sql', 'Preview all statements. Writes nothing'))
    .input(generationDraft)
    .output(shownStatements)
    .query(({ ctx, input }) => previewGenerationSql(ctx.service, input)),

  start: procedure('operator')
    .meta(rest('POST', '/data-generations', 'Start to generate test data in an empty folder'))
    .input(generationDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startGeneration(ctx.service, input)),

  cancel: procedure('operator')
    .meta(rest('POST', `${one}/cancel`, 'Cancel a generation. Complete files are kept'))
    .input(generationRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelGeneration(ctx.service, input)),

  retry: procedure('operator')
    .meta(rest('POST', `${one}/retry`, 'Retry the missing files'))
    .input(generationRef)
    .output(changed)
    .mutation(({ ctx, input }) => retryGeneration(ctx.service, input)),
})
