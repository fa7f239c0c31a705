export { getLoad, getLoadBatch } from './get.ts'
export { getLoadCosts } from './get-costs.ts'
export { inspectLoad } from './inspect.ts'
export * from './job-schema.ts'
export { listLoads } from './list.ts'
export { getLoadProgress, listBadRows, listLoadFiles, renderLoadFileCsv } from './load-details.ts'
export {
  cancelLoad,
  dropKeptOfLoad,
  pauseLoad,
  resumeLoad,
  settleLoadDuplicates,
  settleLoadLostReplica,
} from './load-run.ts'
export { createLoadTable, observeLoadTable, previewLoadTable } from './load-table.ts'
export { getLoadTarget } from './observe-target.ts'
export { previewLoad } from './preview.ts'
export { previewLoadMapping } from './preview-mapping.ts'
export { startLoad } from './queue-load.ts'
export { readLoadManifest } from './read-manifest.ts'
export {
  arrivesByAttach,
  renderPublish,
  renderRead,
  renderStaging,
  stagingTable,
  type TableKind,
  targetTable,
} from './render-attempt.ts'
export { requireExpressions } from './require-expressions.ts'
export { retryLoad } from './retry.ts'
export * from './schema.ts'
export { tryLoad } from './try-load.ts'
