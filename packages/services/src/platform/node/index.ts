export * from './nodes.ts'
export * from './schema.ts'
