export * from './benchmark-step.ts'
export * from './replay/index.ts'
export * from './scratch-table.ts'
export * from './store-benchmark.ts'
