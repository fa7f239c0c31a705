export { getRunHistory, runHistory } from './history.ts'
export { listRunsOfKindInput, runChanged, runRef, runStatus } from './run-schema.ts'
