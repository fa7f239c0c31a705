export * from './config-targets.ts'
export { readConfigTarget } from './read-target.ts'
export * from './schema.ts'
