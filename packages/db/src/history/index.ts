export * from './node-readings.ts'
export * from './sample-kinds.ts'
export * from './samples.ts'
