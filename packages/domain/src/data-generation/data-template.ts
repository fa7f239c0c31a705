/** `expression` is SQL over `number` and its hash `h` only, so that a row is the same wherever it is generated. */
interface TemplateColumn {
  name: string
  type: string
  expression: string
}

/** The first column is the row number. */
type TemplateColumns = readonly [TemplateColumn, ...TemplateColumn[]]

const eventColumns: TemplateColumns = [
  { name: 'event_id', type: 'UInt64', expression: 'number' },
  {
    name: 'at',
    type: "DateTime64(3, 'UTC')",
    expression: 'fromUnixTimestamp64Milli(toInt64(1704067200000 + number % 315360000000))',
  },
  { name: 'user_id', type: 'UInt64', expression: 'bitShiftRight(h, 8) % 5000000' },
  {
    name: 'kind',
    type: 'String',
    expression: "['view', 'view', 'view', 'click', 'search', 'purchase', 'error'][1 + h % 7]",
  },
  {
    name: 'country',
    type: 'String',
    expression: "['US', 'DE', 'IN', 'BR', 'JP', 'FR', 'GB', 'NG'][1 + bitShiftRight(h, 16) % 8]",
  },
  {
    name: 'session_id',
    type: 'UUID',
    expression:
      "UUIDNumToString(toFixedString(unhex(concat(leftPad(hex(intHash64(h)), 16, '0'), leftPad(hex(h), 16, '0'))), 16))",
  },
  {
    name: 'url',
    type: 'String',
    expression:
      "concat('https://shop.example.com/', ['item', 'category', 'cart', 'help'][1 + bitShiftRight(h, 20) % 4], '/', toString(bitShiftRight(h, 30) % 100000), '?ref=', lower(hex(bitShiftRight(h, 44))))",
  },
  { name: 'duration_ms', type: 'UInt32', expression: 'bitShiftRight(h, 40) % 30000' },
  {
    name: 'price',
    type: 'Nullable(Float64)',
    expression: 'if(h % 7 = 5, toFloat64(bitShiftRight(h, 24) % 100000) / 100, NULL)',
  },
  {
    name: 'properties',
    type: 'String',
    expression:
      "concat('{\"browser\":\"', ['firefox', 'chrome', 'safari'][1 + bitShiftRight(h, 50) % 3], '\",\"position\":', toString(bitShiftRight(h, 10) % 50), '}')",
  },
]

/** Times increase with the number and wrap after ten years, to stay within DateTime. */
const taxiTripColumns: TemplateColumns = [
  { name: 'trip_id', type: 'UInt64', expression: 'number' },
  { name: 'vendor', type: 'String', expression: "['Yellow', 'Green', 'Via', 'Juno'][1 + h % 4]" },
  {
    name: 'pickup_at',
    type: "DateTime('UTC')",
    expression: '1704067200 + intDiv(number, 10) % 315360000',
  },
  {
    name: 'dropoff_at',
    type: "DateTime('UTC')",
    expression: '1704067200 + intDiv(number, 10) % 315360000 + 240 + h % 2700',
  },
  { name: 'passengers', type: 'UInt8', expression: '1 + h % 5' },
  { name: 'distance_miles', type: 'Decimal(6, 2)', expression: 'toDecimal64(40 + h % 2400, 2) / 100' },
  { name: 'pickup_zone', type: 'UInt16', expression: '1 + bitShiftRight(h, 12) % 265' },
  { name: 'dropoff_zone', type: 'UInt16', expression: '1 + bitShiftRight(h, 24) % 265' },
  {
    name: 'payment',
    type: 'String',
    expression: "['card', 'card', 'card', 'cash', 'dispute'][1 + bitShiftRight(h, 33) % 5]",
  },
  { name: 'fare', type: 'Decimal(8, 2)', expression: 'toDecimal64(300 + (40 + h % 2400) * 3, 2) / 100' },
  { name: 'tip', type: 'Decimal(8, 2)', expression: 'toDecimal64(h % 1500, 2) / 100' },
  {
    name: 'total',
    type: 'Decimal(8, 2)',
    expression: 'toDecimal64(450 + (40 + h % 2400) * 3 + h % 1500, 2) / 100',
  },
]

const width = 100

/** A hash per column: repeated columns would compress too well. */
const wideColumns: TemplateColumns = [
  { name: 'id', type: 'UInt64', expression: 'number' },
  ...Array.from({ length: width - 1 }, (_, index) => makeColumn(index + 1)),
]

function makeColumn(place: number): TemplateColumn {
  const name = `c${String(place).padStart(3, '0')}`
  const own = `intHash64(bitXor(h, ${place}))`
  switch (place % 5) {
    case 0:
      return { name, type: 'String', expression: `concat('value ', toString(${own} % 10000))` }
    case 1:
      return { name, type: 'UInt32', expression: `${own} % 1000000` }
    case 2:
      return { name, type: 'Float64', expression: `toFloat64(${own} % 1000000) / 1000` }
    case 3:
      return {
        name,
        type: 'Nullable(Int64)',
        expression: `if(${own} % 10 = 0, NULL, toInt64(${own} % 1000))`,
      }
    default:
      return { name, type: 'Date', expression: `toDate(19723 + ${own} % 3650)` }
  }
}

export const dataTemplateNames = ['taxi-trips', 'events', 'wide-rows'] as const
export type DataTemplateName = (typeof dataTemplateNames)[number]

export interface DataTemplate {
  name: string
  description: string
  columns: TemplateColumns
}

export const dataTemplates: Readonly<Record<DataTemplateName, DataTemplate>> = {
  'taxi-trips': {
    name: 'Taxi trips',
    description: '12 columns: times, zones, payment and decimals, ten trips a second from 2024 on.',
    columns: taxiTripColumns,
  },
  events: {
    name: 'Events',
    description: '10 columns: times in milliseconds, a UUID, addresses and a JSON text, a thousand a second.',
    columns: eventColumns,
  },
  'wide-rows': {
    name: 'Wide rows',
    description: '100 columns of numbers and short texts, some of them NULL. Hard to load.',
    columns: wideColumns,
  },
}

/** SQL for the rows `first` to `first + rows - 1` of a template. */
export function renderTemplate(name: DataTemplateName, first: number, rows: number): string {
  const columns = dataTemplates[name].columns.map(
    ({ name: column, type, expression }) =>
      `    CAST(${expression}, '${type.replaceAll("'", "\\'")}') AS ${column}`,
  )
  return `SELECT
${columns.join(',\n')}
FROM (SELECT number, sipHash64(number) AS h FROM numbers(${first}, ${rows}))`
}
