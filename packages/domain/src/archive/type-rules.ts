import { parseType, type TypeTree } from './parse-type.ts'

/**
 * How a column is written to Parquet and read back. `{}` stands for the quoted column.
 * - equal: with its own type.
 * - encoded: as another type that keeps every value.
 * - native: not in Parquet. The files of the table are Native.
 * - refused: it would not come back equal, for the reason.
 */
export type TypeRule =
  | { kind: 'equal' }
  | { kind: 'encoded'; fileType: string; write: string; read: string; check: string | null; remark: string }
  | { kind: 'native'; check: string; remark: string }
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

/** Aggregate functions whose states come back equal, byte for byte. */
const orderedStates = new Set([
  ...['count', 'sum', 'avg', 'min', 'max', 'any', 'anyLast', 'argMin', 'argMax', 'groupArray'],
])

/** Their states have the same bytes in another order when they are read back. */
const setStates = new Set(['uniq', 'uniqExact', 'uniqCombined', 'uniqCombined64', 'groupUniqArray', 'sumMap'])

/** The result of a state, and its bytes in any order. */
const checkOfSet = "tuple(finalizeAggregation({}), arraySort(extractAll(hex({}), '..')))"

/** The type and value of each row, at any depth. */
const checkOfValue = "formatRow('RowBinary', {})"

const nativeTypes: Readonly<Record<string, string>> = {
  JSON: 'Parquet has it as text, and reading it infers types again: 1.0 becomes an integer.',
  Variant: 'Parquet has no type for values of several types.',
  Dynamic: 'Parquet has no type for values of several types.',
  QBit: 'ClickHouse does not write it to Parquet.',
}
const nativeFiles = 'The files of this table are Native, which ClickHouse alone reads.'

export function ruleOfType(type: string): TypeRule {
  const tree = parseType(type)
  return encode(type, tree) ?? judgeTree(tree)
}

function encode(type: string, tree: TypeTree): TypeRule | null {
  const cast = (fileType: string, as = fileType): TypeRule => ({
    kind: 'encoded',
    ...{ fileType, write: `CAST({} AS ${as})`, read: `CAST({} AS ${type})` },
    ...{ check: null, remark: `Written as ${fileType}, which keeps every value.` },
  })
  if (tree.name === 'BFloat16') return cast('Float32')
  if (tree.name === 'Time') return cast('Int32')
  if (tree.name === 'Time64') return cast(`Decimal(18, ${tree.args[0] ?? '3'})`)
  if (tree.name.startsWith('Interval')) return cast('Int64')
  if (tree.name !== 'AggregateFunction') return null
  // The version of a state comes before its function.
  const full = /^\w+/.exec(tree.args.find((arg) => !/^\d+$/.test(arg)) ?? '')?.[0] ?? ''
  const isIn = (functions: ReadonlySet<string>) =>
    functions.has(full) || functions.has(full.replace(/(?:If|Array)+$/, ''))
  const isOrdered = isIn(orderedStates)
  if (!isOrdered && !isIn(setStates))
    return {
      kind: 'refused',
      reason: `States of ${full} can change their bytes when they are read back, so they cannot be compared.`,
    }
  return {
    kind: 'encoded',
    ...{ fileType: 'String', write: 'hex({})', read: `CAST(unhex({}) AS ${type})` },
    check: isOrdered ? null : checkOfSet,
    remark: `Written as the hexadecimal text of its state.${isOrdered ? '' : ' Compared by its result and its bytes in any order.'}`,
  }
}

function judgeTree(tree: TypeTree): TypeRule {
  const native = nativeTypes[tree.name]
  if (native === undefined && !plainTypes.has(tree.name))
    return { kind: 'refused', reason: `No test shows that ${tree.name} comes back equal.` }
  if (tree.name === 'Tuple' && tree.inner.length === 0)
    return { kind: 'refused', reason: 'Parquet has no empty tuples.' }
  const rules = tree.inner.map(judgeTree)
  const own: TypeRule =
    native === undefined
      ? { kind: 'equal' }
      : { kind: 'native', check: checkOfValue, remark: `${native} ${nativeFiles}` }
  return (
    rules.find(({ kind }) => kind === 'refused') ??
    (own.kind === 'native' ? own : rules.find(({ kind }) => kind === 'native')) ??
    own
  )
}
