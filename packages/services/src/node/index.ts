export * from './get.ts'
export * from './list.ts'
export * from './schema.ts'
