export * from './flush.ts'
export * from './list.ts'
export * from './schema.ts'
