export * from './get.ts'
export * from './schema.ts'
