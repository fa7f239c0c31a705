export * from './pipeline-lag.ts'
export * from './pipeline-objects.ts'
export * from './pipeline-turn.ts'
