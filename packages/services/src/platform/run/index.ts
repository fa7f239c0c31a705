export { getRunHistory, runHistory } from './history.ts'
export { listRunsOfKindInput, runChangedOf, runRef } from './run-schema.ts'
