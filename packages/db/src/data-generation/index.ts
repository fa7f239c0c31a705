export * from './generation-chunk.ts'
export * from './generation-run.ts'
export * from './store-generation.ts'
