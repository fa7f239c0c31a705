export * from './get.ts'
export * from './observe-node.ts'
export * from './schema.ts'
