export * from './change-run.ts'
export * from './claim-key.ts'
export * from './fence-run.ts'
