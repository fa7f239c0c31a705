import type { TemplateColumns } from '../template-column.ts'

/** Times go on with the number and begin again after ten years, within what DateTime holds. */
export const taxiTripColumns: TemplateColumns = [
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
