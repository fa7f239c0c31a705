export * from './watch-turn.ts'
