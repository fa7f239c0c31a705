import { parseType, type TypeTree } from './parse-type.ts'

/**
 * How a column is written to Parquet and read back. `{}` stands for the quoted column.
 * - equal: with its own type.
 * - encoded: as another type that keeps every value.
 * - refused: it would not come back equal, for the reason.
 */
export type TypeRule =
  | { kind: 'equal' }
  | { kind: 'encoded'; fileType: string; write: string; read: string; remark: string }
  | { kind: 'refused'; reason: string }

/** Each type below round-trips in the test of the type matrix (workflows/archive/types.integration.test.ts). */
const plainTypes = new Set([
  ...['UInt8', 'UInt16', 'UInt32', 'UInt64', 'UInt128', 'UInt256'],
  ...['Int8', 'Int16', 'Int32', 'Int64', 'Int128', 'Int256'],
  ...['Float32', 'Float64', 'Bool', 'String', 'FixedString', 'UUID', 'IPv4', 'IPv6'],
  ...['Date', 'Date32', 'DateTime', 'DateTime64', 'Enum8', 'Enum16'],
  ...['Decimal', 'Decimal32', 'Decimal64', 'Decimal128', 'Decimal256'],
  ...['Array', 'Nullable', 'LowCardinality', 'Map', 'Tuple', 'Nested', 'SimpleAggregateFunction'],
  ...['Point', 'Ring', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'],
])

/** Aggregate functions whose states come back equal, byte for byte. Sets such as those of uniq change their order. */
const orderedStates = new Set([
  ...['count', 'sum', 'avg', 'min', 'max', 'any', 'anyLast', 'argMin', 'argMax', 'groupArray'],
])

const inference =
  'Its values are written as text, and reading them infers types again: 1.0 becomes an integer.'

const refusals: Readonly<Record<string, string>> = {
  JSON: inference,
  Object: inference,
  Variant: 'Parquet has no type for values of several types.',
  Dynamic: 'Parquet has no type for values of several types.',
  QBit: 'ClickHouse does not write it to Parquet.',
  Nothing: 'ClickHouse does not write it to Parquet.',
}

export function ruleOfType(type: string): TypeRule {
  const tree = parseType(type)
  return encode(type, tree) ?? judgeTree(tree)
}

function encode(type: string, tree: TypeTree): TypeRule | null {
  const cast = (fileType: string, as = fileType): TypeRule => ({
    kind: 'encoded',
    ...{ fileType, write: `CAST({} AS ${as})`, read: `CAST({} AS ${type})` },
    remark: `Written as ${fileType}, which keeps every value.`,
  })
  if (tree.name === 'BFloat16') return cast('Float32')
  if (tree.name === 'Time') return cast('Int32')
  if (tree.name === 'Time64') return cast(`Decimal(18, ${tree.args[0] ?? '3'})`)
  if (tree.name.startsWith('Interval')) return cast('Int64')
  if (tree.name !== 'AggregateFunction') return null
  const functionName = /^\w+/.exec(tree.args[0] ?? '')?.[0] ?? ''
  if (!orderedStates.has(functionName))
    return {
      kind: 'refused',
      reason: `States of ${functionName} can change their bytes when they are read back, so they cannot be compared.`,
    }
  return {
    kind: 'encoded',
    ...{ fileType: 'String', write: 'hex({})', read: `CAST(unhex({}) AS ${type})` },
    remark: 'Written as the hexadecimal text of its state.',
  }
}

function judgeTree(tree: TypeTree): TypeRule {
  if (!plainTypes.has(tree.name))
    return {
      kind: 'refused',
      reason: refusals[tree.name] ?? `No test shows that ${tree.name} comes back equal from Parquet.`,
    }
  if (tree.name === 'Tuple' && tree.inner.length === 0)
    return { kind: 'refused', reason: 'Parquet has no empty tuples.' }
  for (const inner of tree.inner) {
    const rule = judgeTree(inner)
    if (rule.kind === 'refused') return rule
  }
  return { kind: 'equal' }
}
