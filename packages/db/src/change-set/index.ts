export * from './change-set.ts'
