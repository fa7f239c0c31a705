/** A type, and SQL for its values over `number`. Null: generateRandom makes them. */
export interface DrawnType {
  type: string
  value: string | null
}

export type Random = () => number

export function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

export const between = (random: Random, from: number, to: number) =>
  from + Math.floor(random() * (to - from + 1))

const integers = ['UInt8', 'UInt16', 'UInt32', 'UInt64', 'UInt128', 'UInt256'] as const
const signed = ['Int8', 'Int16', 'Int32', 'Int64', 'Int128', 'Int256'] as const
const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu'] as const
const enums = [
  "Enum8('a' = -128, 'b, c' = 0, 'it\\'s' = 127)",
  "Enum16('' = -32768, 'ü (' = 5, '`x`' = 32767)",
] as const

/** A type that can be the argument of Nullable. */
function drawLeaf(random: Random): string {
  const leaves: [() => string, ...(() => string)[]] = [
    () => pick(random, integers),
    () => pick(random, signed),
    () => pick(random, ['Float32', 'Float64', 'Bool', 'UUID', 'IPv4', 'IPv6', 'Date', 'Date32']),
    () => 'String',
    () => `FixedString(${between(random, 1, 20)})`,
    () => pick(random, ['DateTime', `DateTime('${pick(random, zones)}')`]),
    () => `DateTime64(${between(random, 0, 9)}, '${pick(random, zones)}')`,
    () => {
      const precision = between(random, 1, 76)
      return `Decimal(${precision}, ${between(random, 0, precision)})`
    },
    () => pick(random, enums),
  ]
  return pick(random, leaves)()
}

function drawLowCardinality(random: Random): string {
  const inner = pick(random, ['String', 'FixedString(3)', 'Date', 'DateTime', 'UInt16', 'Int64', 'UInt8'])
  return `LowCardinality(${random() < 0.4 ? `Nullable(${inner})` : inner})`
}

const elementNames = ['a', '`a b`', '`x.y`', '`ü (`', '`rows`', '`A`'] as const

function drawNestable(random: Random, depth: number): string {
  const roll = random()
  if (depth === 0 || roll < 0.45) return drawLeaf(random)
  if (roll < 0.6) return `Nullable(${drawLeaf(random)})`
  if (roll < 0.7) return drawLowCardinality(random)
  if (roll < 0.82) return `Array(${drawNestable(random, depth - 1)})`
  if (roll < 0.9)
    return `Map(${pick(random, ['String', 'UInt32', 'LowCardinality(String)', 'UUID', 'Date'])}, ${drawNestable(random, depth - 1)})`
  const width = between(random, 1, 3)
  const isNamed = random() < 0.6
  const inner = Array.from(
    { length: width },
    (_, at) =>
      `${isNamed ? `${elementNames[(at * 2 + width) % elementNames.length]} ` : ''}${drawNestable(random, depth - 1)}`,
  )
  return `Tuple(${inner.join(', ')})`
}

const state = (call: string) => `arrayReduce(${call})`

/** Types without random values of the engine. */
const special: readonly [DrawnType, ...DrawnType[]] = [
  { type: 'BFloat16', value: 'toBFloat16(number / 3)' },
  { type: 'Time', value: 'CAST(toInt32(number * 7 % 3599999) AS Time)' },
  { type: 'Time64(4)', value: "toTime64('12:34:56.7891', 4)" },
  { type: 'IntervalMonth', value: 'toIntervalMonth(number)' },
  { type: 'IntervalSecond', value: 'toIntervalSecond(-toInt64(number))' },
  { type: 'Point', value: '(number / 3, -2.5)' },
  { type: 'MultiPolygon', value: '[[[(0., 1.), (number / 3, 2.)]], []]' },
  { type: 'Ring', value: 'if(number % 2 = 0, [], [(0., 1.), (number / 3, 2.)])' },
  { type: 'MultiLineString', value: '[[], [(0., 1.), (number / 3, 2.)]]' },
  { type: 'SimpleAggregateFunction(sum, UInt64)', value: 'number' },
  { type: 'SimpleAggregateFunction(anyLast, Nullable(String))', value: "if(number % 3 = 0, NULL, 'x')" },
  { type: 'SimpleAggregateFunction(groupUniqArrayArray, Array(String))', value: "['x', toString(number)]" },
  { type: 'AggregateFunction(count)', value: "CAST(unhex('05') AS AggregateFunction(count))" },
  { type: 'AggregateFunction(sum, UInt64)', value: state("'sumState', [number]") },
  { type: 'AggregateFunction(avg, Float64)', value: state("'avgState', [number / 3]") },
  { type: 'AggregateFunction(min, String)', value: state("'minState', [toString(number)]") },
  {
    type: 'AggregateFunction(argMax, String, DateTime)',
    value: state("'argMaxState', ['a'], [toDateTime(number)]"),
  },
  {
    type: 'AggregateFunction(groupArray, String)',
    value: state("'groupArrayState', ['a', toString(number), '']"),
  },
]

/** One of the types that archives take. */
export function drawType(random: Random): DrawnType {
  if (random() < 0.15) return pick(random, special)
  return { type: drawNestable(random, 2), value: null }
}
