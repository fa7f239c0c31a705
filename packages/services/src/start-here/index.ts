export * from './get.ts'
export * from './mark.ts'
export { getStartHereInput, markDone, markInput, type StartHere, startHere } from './schema.ts'
