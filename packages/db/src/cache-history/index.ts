export * from './samples.ts'
