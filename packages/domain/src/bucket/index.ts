export * from './explain-local-path.ts'
export * from './explain-objects.ts'
export * from './object-key.ts'
