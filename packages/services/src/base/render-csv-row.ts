import { type CsvValue, renderCsvHead, renderCsvLine } from '@frostline/domain'

/** One row as CSV, ended by a line break; without a row the names of the columns. */
export function renderCsvRow<Name extends string>(
  columns: readonly Name[],
  row: Readonly<Record<Name, CsvValue>> | undefined,
): string {
  return row === undefined ? renderCsvHead(columns) : renderCsvLine(columns.map((name) => row[name]))
}
