export * from './alert-turn.ts'
export * from './evaluate.ts'
