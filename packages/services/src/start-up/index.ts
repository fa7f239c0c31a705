export * from './get.ts'
export { listStartUp } from './list.ts'
export * from './schema.ts'
export { watchStarts } from './watch.ts'
