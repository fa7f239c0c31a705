export * from './compare-partition.ts'
export * from './describe-node-replication.ts'
export * from './judge-replica.ts'
export * from './judge-replica-set.ts'
