export * from './access.ts'
export {
  findPatternFault,
  matchesName,
  type NamePattern,
  readPattern,
} from './name-pattern.ts'
export * from './role.ts'
