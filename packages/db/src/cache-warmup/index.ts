export * from './measured-run.ts'
export * from './store-warmup.ts'
export * from './warmup-step.ts'
