export * from './benchmark-run.ts'
export * from './benchmark-step.ts'
export * from './scratch-table.ts'
export * from './store-benchmark.ts'
