import type { TtlToken } from './tokenize-ttl.ts'

/** Words that end an expression where an operator could be: they begin an action or another clause. */
const stops = new Set([
  ...['DELETE', 'WHERE', 'GROUP', 'SET', 'RECOMPRESS', 'TO'],
  ...[
    'SETTINGS',
    'COMMENT',
    'ORDER',
    'PARTITION',
    'PRIMARY',
    'SAMPLE',
    'ENGINE',
    'TTL',
    'AS',
    'FORMAT',
    'INTO',
  ],
])
/** Words followed by an operand: in operand position, and in operator position. */
const prefixes = new Set(['NOT', 'CASE', 'WHEN', 'INTERVAL'])
const infixes = new Set([
  ...['AND', 'OR', 'NOT', 'IN', 'GLOBAL', 'LIKE', 'ILIKE', 'REGEXP', 'BETWEEN', 'IS', 'DIV', 'MOD'],
  ...['WHEN', 'THEN', 'ELSE'],
])

/** Words that must be quoted as a column name to be read as one everywhere in a TTL. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...stops,
  ...prefixes,
  ...infixes,
  ...[
    'NULL',
    'TRUE',
    'FALSE',
    'INF',
    'NAN',
    'DISTINCT',
    'EXISTS',
    'DATE',
    'TIMESTAMP',
    'CAST',
    'EXTRACT',
    'SELECT',
  ],
])

/**
 * Index after the expression that starts at token `from`. Action words are valid column names, so they end it only
 * where an operator could be: the first `to` of `to TO VOLUME 'x'` is a column.
 */
export function scanExpression(tokens: readonly TtlToken[], from: number): number {
  let operandNext = true
  let index = from
  for (; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token || token.kind === 'comma' || token.text === ';') break
    const word = token.kind === 'word' ? token.text.toUpperCase() : ''
    if (token.kind === 'open') {
      index = indexOfClose(tokens, index)
      operandNext = false
    } else if (word === '') operandNext = token.kind === 'symbol'
    else if (operandNext)
      operandNext = prefixes.has(word) && !(word === 'INTERVAL' && isStop(tokens[index + 1]))
    else if (stops.has(word)) break
    else operandNext = infixes.has(word)
  }
  return index
}

function isStop(token: TtlToken | undefined): boolean {
  return token === undefined || (token.kind === 'word' && stops.has(token.text.toUpperCase()))
}

/** Index of the bracket that closes the one at `from`: the next one at its depth. */
export function indexOfClose(tokens: readonly TtlToken[], from: number): number {
  const depth = tokens[from]?.depth
  return tokens.findIndex((token, index) => index > from && token.kind === 'close' && token.depth === depth)
}
