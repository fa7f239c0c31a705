export { type Operations, readOperations } from './read-operations.ts'
export { type Readiness, readReadiness, workerSilentAfterMs } from './read-readiness.ts'
