export * from './change.ts'
export * from './get.ts'
export * from './schema.ts'
