export * from './migration-run.ts'
export * from './record-move.ts'
export * from './steps.ts'
export * from './stopped-moves.ts'
