import { renderCsvCell } from './render-csv-cell.ts'

type CsvValue = Parameters<typeof renderCsvCell>[0]

/** One row as CSV, ended by a line break; without a row the names of the columns. */
export function renderCsvRow<Name extends string>(
  columns: readonly Name[],
  row: Readonly<Record<Name, CsvValue>> | undefined,
): string {
  const cells = row === undefined ? columns : columns.map((name) => renderCsvCell(row[name]))
  return `${cells.join(',')}\r\n`
}
