export * from './run-kind-schema.ts'
export * from './run-kinds.ts'
export * from './run-status.ts'
export * from './run-transitions.ts'
