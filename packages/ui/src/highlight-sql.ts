export type SqlTokenKind = 'keyword' | 'function' | 'string' | 'number' | 'comment' | 'parameter' | 'text'

export interface SqlToken {
  kind: SqlTokenKind
  text: string
}

const keywords = new Set(
  `SELECT FROM WHERE PREWHERE GROUP BY ORDER HAVING LIMIT OFFSET WITH AS AND OR NOT IN ON JOIN LEFT RIGHT INNER FULL
  OUTER ANY ALL ASOF SEMI ANTI CROSS ARRAY UNION DISTINCT INSERT INTO VALUES ALTER TABLE MOVE PART PARTITION ID TO
  VOLUME DISK TTL DELETE MODIFY SETTING SETTINGS MATERIALIZE OPTIMIZE FINAL SYSTEM START STOP MOVES MERGES DROP CREATE
  DATABASE IF EXISTS ENGINE PRIMARY KEY SAMPLE CASE WHEN THEN ELSE END BETWEEN LIKE ILIKE IS NULL ASC DESC INTERVAL
  FORMAT FREEZE DETACH ATTACH RENAME COLUMN ADD CHECK SHOW DESCRIBE EXISTS GLOBAL USING OVER ROWS RANGE DEFAULT CODEC
  ALIAS MATERIALIZED FILESYSTEM CACHE SYNC KILL QUERY MUTATION GRANT REVOKE TRUE FALSE INDEX TYPE GRANULARITY`.split(
    /\s+/,
  ),
)

const pattern =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>'(?:[^'\\]|\\[\s\S]|'')*(?:'|$))|(?<quoted>`(?:[^`\\]|\\[\s\S])*(?:`|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$))|(?<parameter>\{[A-Za-z_]\w*:\s*[^}]+\})|(?<number>\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b)|(?<word>[A-Za-z_]\w*)/gi

/** Splits ClickHouse SQL into tokens for display. The joined texts always equal the input: it does not validate. */
export function highlightSql(sql: string): SqlToken[] {
  const tokens: SqlToken[] = []
  let end = 0
  for (const match of sql.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'text', text: sql.slice(end, match.index) })
    end = match.index + match[0].length
    tokens.push({ kind: kindOf(match, sql[end]), text: match[0] })
  }
  if (end < sql.length) tokens.push({ kind: 'text', text: sql.slice(end) })
  return tokens
}

function kindOf(match: RegExpMatchArray, next: string | undefined): SqlTokenKind {
  const { comment, string, parameter, number, word } = match.groups ?? {}
  if (comment !== undefined) return 'comment'
  if (string !== undefined) return 'string'
  if (parameter !== undefined) return 'parameter'
  if (number !== undefined) return 'number'
  if (word === undefined) return 'text'
  // Upper case only, as ClickHouse prints its own DDL: rows, id and type are also common column names.
  if (keywords.has(word)) return 'keyword'
  return next === '(' ? 'function' : 'text'
}
