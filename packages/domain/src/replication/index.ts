export * from './judge-repair.ts'
export * from './judge-replica.ts'
export * from './judge-replica-set.ts'
export * from './plan-repair.ts'
