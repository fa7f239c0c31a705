export * from './deps.ts'
export * from './worker/start-worker.ts'
