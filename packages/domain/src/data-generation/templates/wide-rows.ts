import type { TemplateColumn, TemplateColumns } from '../template-column.ts'

const width = 100

/** A hash for each column: columns that repeat one another would pack too well. */
export const wideColumns: TemplateColumns = [
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
