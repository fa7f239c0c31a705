import { topLevelWords } from './top-level-words.ts'

/** The table's TTL as `system.tables.engine_full` spells it, without the word TTL; empty when it has none. */
export function parseTableTtl(engineFull: string): string {
  const words = topLevelWords(engineFull)
  const ttl = words.findIndex((word) => word.text === 'TTL')
  const start = words[ttl]
  if (!start) return ''
  const end = words.slice(ttl).find((word) => word.text === 'SETTINGS')
  return engineFull.slice(start.end, end?.start).trim()
}
