export * from './get.ts'
export * from './list-policies.ts'
export * from './observe-node.ts'
export * from './schema.ts'
