import {
  badRowsInput,
  badRowsView,
  cancelLoad,
  createLoadTable,
  dropKeptOfLoad,
  getLoad,
  getLoadBatch,
  getLoadCosts,
  getLoadProgress,
  getLoadTarget,
  inspectLoad,
  inspectLoadInput,
  listBadRows,
  listLoadFiles,
  listLoadFilesInput,
  listLoads,
  listLoadsInput,
  loadBatchDetail,
  loadBatchRef,
  loadCosts,
  loadDetail,
  loadDraft,
  loadDuplicatesInput,
  loadFilePage,
  loadInspection,
  loadLostReplicaInput,
  loadManifest,
  loadPage,
  loadPreview,
  loadProgressView,
  loadTableInput,
  loadTablePlan,
  loadTableReport,
  loadTarget,
  loadTargetInput,
  loadTrial,
  manifestInput,
  mappingInput,
  mappingPreview,
  observeLoadTable,
  pauseLoad,
  previewLoad,
  previewLoadInput,
  previewLoadMapping,
  previewLoadTable,
  readLoadManifest,
  resumeLoad,
  retryLoad,
  retryLoadInput,
  runChangedOf,
  runRef,
  settleLoadDuplicates,
  settleLoadLostReplica,
  startLoad,
  tryLoad,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import {
  createdTable,
  givenSource,
  inspectedSource,
  listed,
  loadScope,
  oneRun,
  oneTable,
  retriedLoad,
} from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/loads/{id}' as const
const target = '/clusters/{cluster}/load-targets/{database}/{table}' as const
const rest = restRoutes('loads')
const changed = runChangedOf('load-job')

export const loadsRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/loads', 'List loads, newest first'))
    .input(listLoadsInput.extend({ cursor: z.uuid().optional() }))
    .output(loadPage)
    .query(({ ctx, input: { cursor, ...input } }) => listLoads(ctx.service, { after: cursor, ...input })),

  get: procedure('viewer', oneRun)
    .meta(rest('GET', one, 'Get a load with its batches'))
    .input(runRef)
    .output(loadDetail)
    .query(({ ctx, input }) => getLoad(ctx.service, input)),

  files: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/files`, 'List the objects of a load'))
    .input(
      listLoadFilesInput.extend({
        cursor: z.coerce
          .number()
          .int()
          .max(Number.MAX_SAFE_INTEGER - 1)
          .optional(),
      }),
    )
    .output(loadFilePage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listLoadFiles(ctx.service, { ...input, after: cursor ?? input.after }),
    ),

  badRows: procedure('operator', oneRun)
    .meta(rest('GET', `${one}/bad-rows`, 'List the first bad rows of a load'))
    .input(badRowsInput)
    .output(badRowsView)
    .query(({ ctx, input }) => listBadRows(ctx.service, input)),

  batch: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/batches/{ordinal}`, 'Get a batch with its statements and published partitions'))
    .input(loadBatchRef)
    .output(loadBatchDetail)
    .query(({ ctx, input }) => getLoadBatch(ctx.service, input)),

  progress: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/progress`, 'Get the running statements of a load'))
    .input(runRef)
    .output(loadProgressView)
    .query(({ ctx, input }) => getLoadProgress(ctx.service, input)),

  costs: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/costs`, 'Get the work of a load by node'))
    .input(runRef)
    .output(loadCosts)
    .query(({ ctx, input }) => getLoadCosts(ctx.service, input)),

  manifest: procedure('operator', givenSource)
    .meta(rest('POST', '/load-manifests', 'List the objects that match a selection'))
    .input(manifestInput)
    .output(loadManifest)
    .query(({ ctx, input }) => readLoadManifest(ctx.service, input)),

  inspect: procedure('operator', inspectedSource)
    .meta(rest('POST', '/load-inspections', 'Get columns and first rows of an object, and a proposed table'))
    .input(inspectLoadInput)
    .output(loadInspection)
    .query(({ ctx, input }) => inspectLoad(ctx.service, input)),

  target: procedure('operator', oneTable)
    .meta(rest('GET', target, 'Get the target of a load'))
    .input(loadTargetInput)
    .output(loadTarget)
    .query(({ ctx, input }) => getLoadTarget(ctx.service, input)),

  mapping: procedure('operator', loadScope)
    .meta(rest('POST', '/load-mappings', 'Preview a mapping on the first rows'))
    .input(mappingInput)
    .output(mappingPreview)
    .query(({ ctx, input }) => previewLoadMapping(ctx.service, input)),

  previewTable: procedure('operator', createdTable)
    .meta(rest('POST', '/load-table-previews', 'Preview the statements that create a target table'))
    .input(loadTableInput)
    .output(loadTablePlan)
    .query(({ ctx, input }) => previewLoadTable(ctx.service, input)),

  createTable: procedure('operator', createdTable)
    .meta(rest('POST', '/load-tables', 'Create a target table on all nodes'))
    .input(loadTableInput)
    .output(loadTableReport)
    .mutation(({ ctx, input }) => createLoadTable(ctx.service, input)),

  tableState: procedure('operator', createdTable)
    .meta(rest('POST', '/load-table-states', 'List the nodes that have the target table'))
    .input(loadTableInput)
    .output(loadTableReport)
    .query(({ ctx, input }) => observeLoadTable(ctx.service, input)),

  preview: procedure('operator', loadScope)
    .meta(rest('POST', '/load-previews', 'Preview a load. Saves nothing'))
    .input(previewLoadInput)
    .output(loadPreview)
    .query(({ ctx, input }) => previewLoad(ctx.service, input)),

  trial: procedure('operator', loadScope)
    .meta(rest('POST', '/load-trials', 'Run a short test of a load with a scratch table'))
    .input(loadDraft)
    .output(loadTrial)
    .mutation(({ ctx, input }) => tryLoad(ctx.service, input)),

  start: procedure('operator', loadScope)
    .meta(rest('POST', '/loads', 'Plan a load and start it'))
    .input(loadDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startLoad(ctx.service, input)),

  pause: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/pause`, 'Pause a load after the current batch'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => pauseLoad(ctx.service, input)),

  resume: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/resume`, 'Resume a load'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => resumeLoad(ctx.service, input)),

  cancel: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/cancel`, 'Cancel a load. Loaded data stays'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelLoad(ctx.service, input)),

  dropKept: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/drop-kept`, 'Drop the staged rows of a cancelled load'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => dropKeptOfLoad(ctx.service, input)),

  duplicates: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/duplicates`, 'Choose how to handle duplicate content'))
    .input(loadDuplicatesInput)
    .output(changed)
    .mutation(({ ctx, input }) => settleLoadDuplicates(ctx.service, input)),

  lostReplica: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/lost-replica`, 'Choose how a load handles a lost replica'))
    .input(loadLostReplicaInput)
    .output(changed)
    .mutation(({ ctx, input }) => settleLoadLostReplica(ctx.service, input)),

  retry: procedure('operator', retriedLoad)
    .meta(rest('POST', `${one}/retry`, 'Retry the objects that are not loaded'))
    .input(retryLoadInput)
    .output(changed)
    .mutation(({ ctx, input }) => retryLoad(ctx.service, input)),
})
