export * from './read-starts.ts'
export { listStartUp } from './read-starts.ts'
export * from './schema.ts'
export { watchStarts } from './watch.ts'
