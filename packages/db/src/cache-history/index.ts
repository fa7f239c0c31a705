export * from './cache-turn.ts'
export * from './read-history.ts'
export * from './sum-samples.ts'
export * from './write-sample.ts'
