export * from './change.ts'
export * from './list.ts'
export * from './schema.ts'
