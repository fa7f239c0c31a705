export * from './claim-looks.ts'
export * from './hold-watch.ts'
