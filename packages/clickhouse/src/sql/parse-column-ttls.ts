import { topLevelWords } from './top-level-words.ts'

/**
 * TTLs of single columns by column name, from the table's DDL as the server formats it: no system table has them. In a
 * column definition the TTL comes after type, default, comment, codec and statistics, and before SETTINGS.
 */
export function parseColumnTtls(createTableQuery: string): ReadonlyMap<string, string> {
  const definitions = columnList(createTableQuery)
  const ttls = new Map<string, string>()
  const words = topLevelWords(definitions)
  let first = 0
  for (let index = 0; index <= words.length; index += 1) {
    const word = words[index]
    if (word && word.text !== ',') continue
    const definition = words.slice(first, index)
    first = index + 1
    const name = definition[0]
    const ttl = definition.slice(1).find((candidate) => candidate.text === 'TTL')
    if (!name || !ttl || !name.text.startsWith('`')) continue
    const settings = definition.find(
      (candidate) => candidate.start > ttl.end && candidate.text === 'SETTINGS',
    )
    const end = settings?.start ?? word?.start ?? definitions.length
    ttls.set(unquoteName(name.text), definitions.slice(ttl.end, end).trim())
  }
  return ttls
}

/** The text between the first top-level brackets. */
function columnList(sql: string): string {
  let depth = 0
  let start = -1
  for (const match of sql.matchAll(/'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|[()]/gs)) {
    if (match[0] === '(') {
      if (depth === 0) start = match.index + 1
      depth += 1
    } else if (match[0] === ')') {
      depth -= 1
      if (depth === 0) return sql.slice(start, match.index)
    }
  }
  return ''
}

function unquoteName(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)|`(`)/gs, '$1$2')
}
