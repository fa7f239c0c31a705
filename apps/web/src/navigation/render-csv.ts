import { type CsvValue, renderCsvHead, renderCsvLine } from '@frostline/domain'

export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>

/** A header line, then a line per row. Unknown values are empty. */
export function renderCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => renderCsvLine(Object.values(columns).map((read) => read(row))))
  return renderCsvHead(Object.keys(columns)) + lines.join('')
}
