export { getRunHistory, runHistory } from './history.ts'
export { listRunsOfKindInput, runChanged, runRef } from './run-schema.ts'
