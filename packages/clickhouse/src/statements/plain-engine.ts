import { topLevelWords } from '../sql/top-level-words.ts'

/**
 * An engine with its clauses, as `engine_full` of system.tables has it, for a table that is not replicated. Its own
 * arguments stay, behind the path and the name of the replica; keys and settings stay to the letter.
 */
export function plainEngine(engineFull: string): string {
  const keys = topLevelWords(engineFull)[1]?.start ?? engineFull.length
  const engine = engineFull.slice(0, keys).trim()
  const [, name, given = ''] = /^(?:Replicated|Shared)(\w+)(?:\((.*)\))?$/s.exec(engine) ?? []
  if (name === undefined) return engineFull
  const own = given.replace(/^\s*'(?:[^'\\]|\\.|'')*'\s*,\s*'(?:[^'\\]|\\.|'')*'\s*,?\s*/, '')
  return `${own === '' ? name : `${name}(${own})`} ${engineFull.slice(keys)}`.trim()
}
