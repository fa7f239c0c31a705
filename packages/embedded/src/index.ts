export { frostlineGrants } from './clickhouse/frostline-grants.ts'
export type { EmbeddedClickhouseNode, NodeExit } from './clickhouse/node.ts'
export {
  type ClickhouseClusterOptions,
  type Credentials,
  type EmbeddedClickhouse,
  startClickhouseCluster,
} from './clickhouse/start-cluster.ts'
export type { ObjectStoreAccess } from './clickhouse/storage-config.ts'
export { type SeedOptions, seedDemo } from './demo/seed-demo.ts'
export { type EmbeddedPostgres, type PostgresOptions, startPostgres } from './postgres/start-postgres.ts'
export { findFreePort } from './process/ports.ts'
export * from './s3-store/index.ts'
export * from './s3-store/index.ts'
