export * from './apply.ts'
export * from './get.ts'
export * from './preview.ts'
export * from './schema.ts'
