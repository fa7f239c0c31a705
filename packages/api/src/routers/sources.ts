import {
  collectionInput,
  collectionReport,
  createDownloadLink,
  createSource,
  createSourceCollection,
  downloadLink,
  dropSourceCollection,
  getSource,
  getSourceRules,
  listObjectsInput,
  listSourceObjects,
  listSources,
  objectMatches,
  objectPage,
  objectRef,
  previewObjectRows,
  previewObjectText,
  previewRowsInput,
  removeSource,
  rowsPreview,
  searchObjectsInput,
  searchSourceObjects,
  setSourceRules,
  sourceInput,
  sourceRef,
  sourceReport,
  sourceRules,
  sourceRulesView,
  sourceView,
  testSource,
  testSourceInput,
  testSourceInputs,
  textPreview,
  updateSource,
  updateSourceInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { everything, listed, oneSource, sourceAndCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('sources')

export const sourcesRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/sources', 'List sources'))
    .input(z.object({}).optional())
    .output(z.object({ sources: z.array(sourceView) }))
    .query(async ({ ctx }) => ({ sources: await listSources(ctx.service) })),

  get: procedure('viewer', oneSource)
    .meta(rest('GET', '/sources/{id}', 'Get a source'))
    .input(sourceRef)
    .output(sourceView)
    .query(({ ctx, input }) => getSource(ctx.service, input)),

  create: procedure('admin', everything)
    .meta(rest('POST', '/sources', 'Save a source'))
    .input(sourceInput)
    .output(sourceView)
    .mutation(({ ctx, input }) => createSource(ctx.service, input)),

  update: procedure('admin', everything)
    .meta(rest('PUT', '/sources/{id}', 'Change a source'))
    .input(updateSourceInput)
    .output(sourceView)
    .mutation(({ ctx, input }) => updateSource(ctx.service, input)),

  remove: procedure('admin', everything)
    .meta(rest('DELETE', '/sources/{id}', 'Remove a source'))
    .input(sourceRef)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removeSource(ctx.service, input)
      return { removed: true }
    }),

  test: procedure('operator', oneSource)
    .meta(rest('POST', '/sources/{id}/test', 'Test a source from the console and from all nodes'))
    .input(sourceRef)
    .output(sourceReport)
    .mutation(({ ctx, input }) => testSource(ctx.service, input)),

  testConnection: procedure('admin', everything)
    .meta(rest('POST', '/source-tests', 'Test a source before it is saved'))
    .input(testSourceInput)
    .output(sourceReport)
    .mutation(({ ctx, input }) => testSourceInputs(ctx.service, input)),

  rules: procedure('viewer', everything)
    .meta(rest('GET', '/source-rules', 'Get the allowed hosts of sources'))
    .input(z.object({}).optional())
    .output(sourceRulesView)
    .query(({ ctx }) => getSourceRules(ctx.service)),

  setRules: procedure('admin', everything)
    .meta(rest('PUT', '/source-rules', 'Set the allowed hosts of sources'))
    .input(sourceRules)
    .output(sourceRulesView)
    .mutation(({ ctx, input }) => setSourceRules(ctx.service, input)),

  createCollection: procedure('admin', everything)
    .meta(
      rest(
        'POST',
        '/sources/{id}/collections/{cluster}',
        'Create or replace the named collection on all nodes',
      ),
    )
    .input(collectionInput)
    .output(collectionReport)
    .mutation(({ ctx, input }) => createSourceCollection(ctx.service, input)),

  dropCollection: procedure('admin', everything)
    .meta(rest('DELETE', '/sources/{id}/collections/{cluster}', 'Drop the named collection from all nodes'))
    .input(collectionInput)
    .output(collectionReport)
    .mutation(({ ctx, input }) => dropSourceCollection(ctx.service, input)),

  objects: procedure('operator', oneSource)
    .meta(rest('GET', '/sources/{id}/objects', 'List a folder of a bucket'))
    .input(listObjectsInput)
    .output(objectPage)
    .query(({ ctx, input }) => listSourceObjects(ctx.service, input)),

  search: procedure('operator', oneSource)
    .meta(rest('GET', '/sources/{id}/object-search', 'Search below a prefix, some thousand objects per call'))
    .input(searchObjectsInput)
    .output(objectMatches)
    .query(({ ctx, input }) => searchSourceObjects(ctx.service, input)),

  previewRows: procedure('operator', sourceAndCluster)
    .meta(rest('GET', '/sources/{id}/object-rows', 'Get the first rows of an object, read by a node'))
    .input(previewRowsInput)
    .output(rowsPreview)
    .query(({ ctx, input }) => previewObjectRows(ctx.service, input)),

  previewText: procedure('operator', oneSource)
    .meta(rest('GET', '/sources/{id}/object-text', 'Get the first 64 KiB of an object'))
    .input(objectRef)
    .output(textPreview)
    .query(({ ctx, input }) => previewObjectText(ctx.service, input)),

  createDownloadLink: procedure('operator', oneSource)
    .meta(rest('POST', '/sources/{id}/download-links', 'Create a link to an object, valid for five minutes'))
    .input(objectRef)
    .output(downloadLink)
    .mutation(({ ctx, input }) => createDownloadLink(ctx.service, input)),
})
