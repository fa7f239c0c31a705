export * from './get-table.ts'
export * from './list.ts'
export * from './schema.ts'
