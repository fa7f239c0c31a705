export * from './access.ts'
export {
  everyName,
  findPatternFault,
  matchesName,
  type NamePattern,
  readPattern,
} from './name-pattern.ts'
export * from './role.ts'
