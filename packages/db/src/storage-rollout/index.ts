export * from './rollout.ts'
