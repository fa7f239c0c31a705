export * from './find-oddities.ts'
export * from './next-due.ts'
export * from './oddity.ts'
