export {
  cancelGeneration,
  pauseGeneration,
  resumeGeneration,
  retryGeneration,
} from './generation-run.ts'
export { renderGeneration } from './plan-generation.ts'
export { previewGeneration, previewGenerationSql } from './preview.ts'
export {
  getGeneration,
  getGenerationChunk,
  getGenerationProgress,
  listGenerationChunks,
  listGenerations,
} from './read-generations.ts'
export * from './schema.ts'
export { startGeneration } from './start.ts'
