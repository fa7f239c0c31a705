export {
  pausePipeline,
  removePipeline,
  requestPipelineCheck,
  resumePipeline,
  runPipelineNow,
  updatePipeline,
} from './change-pipelines.ts'
export { createPipeline } from './create.ts'
export { getPipeline, listPipelineObjects, listPipelines } from './list.ts'
export { inspectPipeline } from './look/inspect-pipeline.ts'
export { takePipelineDueTimes } from './look/take-due-times.ts'
export * from './schema.ts'
