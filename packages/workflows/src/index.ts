export type { ConfigurationAccess } from './config-target/configuration-access.ts'
export * from './deps.ts'
export * from './worker/start-worker.ts'
