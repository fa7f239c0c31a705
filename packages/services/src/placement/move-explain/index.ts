export * from './explain.ts'
export * from './explain-parts.ts'
export * from './schema.ts'
export * from './start-moves.ts'
