export * from './get-statement.ts'
export * from './kill-mutation.ts'
export * from './kill-query.ts'
export { listLive } from './list.ts'
export {
  killMutationInput,
  killQueryInput,
  killReport,
  listLiveInput,
  liveStatementInput,
  liveWork,
  oneLiveStatement,
} from './schema.ts'
