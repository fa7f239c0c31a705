import { type CsvValue, renderCsvHead, renderCsvLine } from '@frostline/domain'

/** One row as CSV with its line break; without a row the header line. */
export function renderCsvRow<Name extends string>(
  columns: readonly Name[],
  row: Readonly<Record<Name, CsvValue>> | undefined,
): string {
  return row === undefined ? renderCsvHead(columns) : renderCsvLine(columns.map((name) => row[name]))
}
