export * from './run-kinds.ts'
export * from './run-status.ts'
export * from './run-transitions.ts'
