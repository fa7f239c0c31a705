import { quoteIdentifier } from '@frostline/clickhouse'

/**
 * ClickHouse does not read the words of the first line as a column name. Those of the second line begin longer forms, and
 * other versions may not either. A test checks every keyword of the engine.
 */
const noPlainNames: ReadonlySet<string> = new Set([
  ...['false', 'inf', 'infinity', 'nan', 'not', 'null', 'true'],
  ...['case', 'cast', 'distinct', 'exists', 'from', 'interval', 'select', 'with'],
])

/**
 * Whether the whole text is the name of one of these columns, so that no node has to parse it. It is one word, or quoted
 * exactly as `quoteIdentifier` quotes it.
 */
export function isPlainColumn(text: string, columns: ReadonlySet<string>): boolean {
  if (/^[a-z_]\w*$/i.test(text)) return columns.has(text) && !noPlainNames.has(text.toLowerCase())
  const name = text.slice(1, -1).replace(/\\([\\`])/g, '$1')
  return columns.has(name) && /^[^\0\p{Surrogate}]+$/u.test(name) && quoteIdentifier(name) === text
}

/** Types without arguments. */
export const plainTypeNames: ReadonlySet<string> = new Set([
  ...['UInt8', 'UInt16', 'UInt32', 'UInt64', 'UInt128', 'UInt256'],
  ...['Int8', 'Int16', 'Int32', 'Int64', 'Int128', 'Int256'],
  ...['Float32', 'Float64', 'Bool', 'String', 'UUID', 'IPv4', 'IPv6'],
  ...['Date', 'Date32', 'DateTime'],
])

const numberedType = /^(?:FixedString\(\d{1,9}\)|DateTime64\(\d\)|Decimal\(\d{1,2}, ?\d{1,2}\))$/
const wrappedType = /^(?:Nullable|LowCardinality|Array)\((.+)\)$/

/** Whether the whole text is one of the usual types, so that no node has to parse it. */
export function isPlainType(text: string): boolean {
  const inner = wrappedType.exec(text)?.[1]
  return inner === undefined ? plainTypeNames.has(text) || numberedType.test(text) : isPlainType(inner)
}
