export { queryNode } from './clickhouse/query-node.ts'
export { startTestStack, type TestStack, type TestStackOptions } from './testing/start-test-stack.ts'
export type { TestCluster, TestNode } from './testing/test-cluster.ts'
export type { TestObjectStore } from './testing/test-object-store.ts'
