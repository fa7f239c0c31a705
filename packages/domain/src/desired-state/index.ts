export {
  type DesiredState,
  desiredState,
  indexObjects,
  isInitial,
  listStateObjects,
  renderStateSchema,
  sortObjects,
  toDocument,
} from './desired-state.ts'
export * from './json.ts'
export * from './plan-state.ts'
export * from './state-kinds.ts'
export * from './state-specs.ts'
export { configFilesSpec, type StorageState, storageSpec } from './storage-spec.ts'
export * from './storage-state.ts'
