export { type Operations, type Readiness, readOperations, readReadiness } from './health.ts'
