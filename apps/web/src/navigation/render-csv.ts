import { type CsvValue, renderCsvHead, renderCsvLine } from '@frostline/domain'

export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>

/** A line of heads, then a line a row. Unknown values are empty. */
export function renderCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => renderCsvLine(Object.values(columns).map((read) => read(row))))
  return renderCsvHead(Object.keys(columns)) + lines.join('')
}
