export { replicatedDdlSettings } from './database-group.ts'
export { findKnownSettings } from './find-known-settings.ts'
export * from './schema.ts'
