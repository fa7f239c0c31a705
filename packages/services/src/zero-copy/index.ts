export * from './get-table.ts'
export * from './schema.ts'
