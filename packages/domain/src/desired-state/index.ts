export {
  type DesiredState,
  desiredState,
  indexObjects,
  listStateObjects,
  renderStateSchema,
  sortObjects,
  toDocument,
} from './desired-state.ts'
export * from './plan-state.ts'
export * from './state-kinds.ts'
