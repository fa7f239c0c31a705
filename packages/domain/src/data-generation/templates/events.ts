import type { TemplateColumns } from '../template-column.ts'

export const eventColumns: TemplateColumns = [
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
