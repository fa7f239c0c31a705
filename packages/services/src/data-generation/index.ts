export {
  cancelGeneration,
  pauseGeneration,
  resumeGeneration,
  retryGeneration,
} from './generation-run.ts'
export { previewGeneration, previewGenerationSql } from './preview.ts'
export {
  getGeneration,
  getGenerationChunk,
  getGenerationProgress,
  listGenerationChunks,
  listGenerations,
} from './read-generations.ts'
export { renderGeneration } from './render-generation.ts'
export * from './schema.ts'
export { startGeneration } from './start.ts'
