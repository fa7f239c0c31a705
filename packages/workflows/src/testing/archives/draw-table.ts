import { quoteIdentifier } from '@frostline/clickhouse'
import { seededRandom } from '../seeded-random.ts'
import { between, type DrawnType, drawType, pick, type Random } from './draw-type.ts'

export interface DrawnColumn extends DrawnType {
  name: string
  /** Such as `MATERIALIZED id + 1`. Empty: an ordinary column. */
  clause: string
}

export interface DrawnTable {
  index: number
  database: string
  table: string
  columns: DrawnColumn[]
  engine: string
  partitionBy: string
  orderBy: string
  settings: string
  rows: number
  inserts: number
  /** On how many shards it is. */
  shards: number
  prefix: string
  /** A part of its partitions, or all of them. */
  takesHalf: boolean
  /** Rows that are inserted after the proof. */
  lateRows: number
  ending: 'attach' | 'into' | 'beside'
  seed: number
}

const words = [
  ...['events', 'Ünïcode', 'with space', 'a.b', "it's", 'back`tick', '"quoted"', 'a=b', '100%', 'semi;colon'],
  ...[
    'select',
    'x'.repeat(60),
    '日本',
    'tab\there',
    'back\\slash',
    '-dash',
    '{curly}',
    '*',
    '?',
    'a/b',
    '..',
  ],
] as const

const columnWords = [
  ...['id', 'Ünïcode', 'with space', 'a.b', "it's", 'back`tick', '"quoted"', 'rows', 'row_sum', 'key_min'],
  ...['column_sums', '_file', '_path', '_size', 'number', 'select', '日本', 'x'.repeat(80), 'back\\slash'],
  ...['{}', '$&', 'a, b', '(', ')', '-1', '1st', 'null', 'Id', 'p', 'tab\there', "'", '?', '{x:String}', '*'],
] as const

/** Partition keys over `part` and `day`, which every table has under drawn names. */
const partitionKeys: readonly [
  (day: string, part: string) => string,
  ...((day: string, part: string) => string)[],
] = [
  (day) => `toYYYYMM(${day})`,
  (day) => `toMonday(${day})`,
  (day) => `toYear(${day})`,
  (_, part) => part,
  (day, part) => `(toYYYYMM(${day}), ${part})`,
  () => 'tuple()',
  (_, part) => `concat(${part}, '\\'', 'ü')`,
  (_, part) => `length(${part}) - 5`,
]

/** The same table for the same seed and index. @param most maximum number of rows */
export function drawTable(seed: number, index: number, most = 10_000_000): DrawnTable {
  const random = seededRandom(seed * 1_000_003 + index * 7_919)
  const rows = Math.min(most, drawRows(random))
  const names = shuffle(random, columnWords)
  const name = () => names.pop() ?? `c${names.length}`
  const ends = { day: name(), part: name(), id: name() }
  const width = rows > 200_000 ? between(random, 0, 2) : between(random, 1, 14)
  const drawn = Array.from(
    { length: width },
    (): DrawnColumn => ({ name: name(), clause: '', ...drawType(random) }),
  )
  const fixed: DrawnColumn[] = [
    { name: ends.day, type: 'Date', value: "toDate('2020-01-15') + INTERVAL number % 3 MONTH", clause: '' },
    { name: ends.part, type: 'String', value: "['', 'a b', 'ü/''\"'][number % 3 + 1]", clause: '' },
    { name: ends.id, type: 'UInt64', value: 'number * 7', clause: '' },
  ]
  const [day, part, id] = [ends.day, ends.part, ends.id].map(quoteIdentifier) as [string, string, string]
  const computed: DrawnColumn[] = [
    { name: name(), type: 'String', value: null, clause: `MATERIALIZED concat(toString(${id}), ${part})` },
    { name: name(), type: 'UInt64', value: null, clause: `ALIAS ${id} + 1` },
    { name: name(), type: 'UInt64', value: 'number', clause: `DEFAULT ${id}` },
    { name: name(), type: 'UInt8', value: null, clause: 'EPHEMERAL' },
  ].filter(() => random() < 0.25)
  const engine =
    random() < 0.75
      ? 'MergeTree'
      : pick(random, ['ReplacingMergeTree', 'AggregatingMergeTree', 'SummingMergeTree'])
  const plainKeys: [string, ...string[]] = [
    id,
    `(${id}, ${day})`,
    `(${part}, ${id})`,
    `intDiv(${id}, 100), ${id}`,
    `(${day}, ${part}, ${id})`,
  ]
  const isLarge = rows > 1_000_000
  return {
    ...{ index, seed: between(random, 1, 1_000_000), engine },
    // More are several parts of one insert, and other engines change rows when parts merge.
    rows: engine === 'MergeTree' ? rows : Math.min(rows, 1_000_000),
    database: `lab ${pick(random, words)} ${index}`,
    table: random() < 0.5 ? `t${index}` : `${pick(random, words)} ${index}`,
    columns: shuffle(random, [...fixed, ...drawn, ...computed]),
    partitionBy: pick(random, partitionKeys)(day, part),
    orderBy: engine === 'MergeTree' && random() < 0.15 ? 'tuple()' : pick(random, plainKeys),
    settings: `min_bytes_for_wide_part = ${random() < 0.5 ? 0 : 10_485_760}${engine === 'AggregatingMergeTree' ? ', allow_dimensions_outside_sorting_key = 1' : ''}`,
    inserts: isLarge || engine !== 'MergeTree' ? 1 : between(random, 1, 3),
    shards: between(random, 1, 2),
    prefix: pick(random, ['', 'cold/', 'year_2024/', 'A.b-c_d/e/']),
    takesHalf: random() < 0.25,
    lateRows: engine === 'MergeTree' && random() < 0.25 ? between(random, 1, 50) : 0,
    ending: pick(random, ['into', 'into', 'beside', 'beside', 'attach']),
  }
}

/** Mostly small ones, and also none and ten million. */
function drawRows(random: Random): number {
  const roll = random()
  if (roll < 0.03) return 0
  if (roll < 0.1) return 1
  if (roll < 0.65) return between(random, 2, 300)
  if (roll < 0.92) return between(random, 300, 20_000)
  if (roll < 0.98) return between(random, 20_000, 200_000)
  return roll < 0.996 ? between(random, 200_000, 2_000_000) : 10_000_000
}

function shuffle<Item>(random: Random, items: readonly Item[]): Item[] {
  const left = [...items]
  for (let at = left.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const held = left[at] as Item
    left[at] = left[other] as Item
    left[other] = held
  }
  return left
}
