export * from './generation-chunk.ts'
export * from './store-generation.ts'
