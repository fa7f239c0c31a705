export * from './repair-run.ts'
