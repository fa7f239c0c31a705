export * from './get.ts'
export * from './mark.ts'
export { getStartHereInput, markDone, markInput, startHere } from './schema.ts'
