export { type Operations, readOperations } from './read-operations.ts'
export { type Readiness, readReadiness } from './read-readiness.ts'
