export * from './base/index.ts'
export * from './cluster/index.ts'
