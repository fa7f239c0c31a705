export * from './rollout-run.ts'
export * from './rollout-step.ts'
