export * from './replay-query.ts'
export * from './replay-run.ts'
export * from './summarize-replay.ts'
