export * from './evaluate.ts'
