type Cell = string | number | bigint | boolean | null | undefined

export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** A line of heads, then a line a row. Unknown values are empty. */
export function renderCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => Object.values(columns).map((read) => quote(read(row))))
  return [Object.keys(columns), ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

function quote(value: Cell): string {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
