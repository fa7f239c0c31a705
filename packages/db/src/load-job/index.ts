export * from './store-load-job.ts'
