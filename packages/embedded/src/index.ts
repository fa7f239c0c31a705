export { frostlineGrants } from './clickhouse/frostline-grants.ts'
export type { EmbeddedClickhouseNode } from './clickhouse/node.ts'
export {
  type EmbeddedClickhouse,
  startClickhouseCluster,
} from './clickhouse/start-cluster.ts'

export { type EmbeddedPostgres, startPostgres } from './postgres/start-postgres.ts'
export { findFreePort } from './process/ports.ts'
export * from './s3-store/index.ts'
export * from './s3-store/index.ts'
