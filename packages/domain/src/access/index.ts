export * from './access.ts'
export {
  everyName,
  findPatternFault,
  matchesName,
  type NamePattern,
  readPattern,
} from './name-pattern.ts'
export { namePatternText } from './name-pattern-schema.ts'
export * from './role.ts'
export * from './verb-catalog.ts'
