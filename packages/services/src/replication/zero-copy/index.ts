export * from './get-readiness.ts'
export * from './get-table.ts'
export * from './schema.ts'
