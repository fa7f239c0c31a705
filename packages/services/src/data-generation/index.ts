export {
  cancelGeneration,
  pauseGeneration,
  resumeGeneration,
  retryGeneration,
} from './generation-run.ts'
export { getGeneration } from './get.ts'
export { getGenerationProgress } from './get-progress.ts'
export { listGenerations } from './list.ts'
export { getGenerationChunk, listGenerationChunks } from './list-chunks.ts'
export { previewGeneration, previewGenerationSql } from './preview.ts'
export { renderGeneration } from './render-generation.ts'
export * from './schema.ts'
export { startGeneration } from './start.ts'
