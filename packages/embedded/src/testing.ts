export * from './azure/index.ts'
export { queryNode } from './clickhouse/query-node.ts'
export type { Endpoints } from './supervisor/endpoints.ts'
export { appCode } from './testing/app-code.ts'
export { openControlEndpoint } from './testing/control-endpoint.ts'
export { fillStoreFolder } from './testing/fill-store-folder.ts'
export {
  keepsKey,
  printOwnPart,
  readForeignDatabase,
  readForeignStore,
  showsInTexts,
} from './testing/given-parts.ts'
export { guardFolder } from './testing/guard-folder.ts'
export { howMany } from './testing/how-many.ts'
export { findLabFolder, openReplicas, type ReplicaParts, type Replicas } from './testing/replicas.ts'
export { startGivenParts } from './testing/start-given-parts.ts'
export { startTestStack, type TestStack, type TestStackOptions } from './testing/start-test-stack.ts'
export { openStoreProxy, type StoreInTest } from './testing/store-proxy.ts'
export type { TestCluster } from './testing/test-cluster.ts'
export { readGivenCluster, testLogFlushIntervalMs } from './testing/test-cluster.ts'
export { createGivenDatabase, DATABASE_TEMPLATE } from './testing/test-database.ts'
