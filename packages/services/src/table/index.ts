export * from './list.ts'
export * from './list-partitions.ts'
export * from './schema.ts'
