/** A cell value. Null and undefined: unknown, empty in the file. */
export type CsvValue = string | number | bigint | boolean | Date | null | undefined

/** One line of cells with its line break (RFC 4180). Text is always quoted, so that a spreadsheet keeps its digits. */
export function renderCsvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(renderCell).join(',')}\r\n`
}

/** The header line. A name of letters, digits and _ needs no quotes. */
export function renderCsvHead(names: readonly string[]): string {
  return `${names.map((name) => (/^\w+$/.test(name) ? name : renderCell(name))).join(',')}\r\n`
}

function renderCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return quote(value.toISOString())
  return typeof value === 'string' ? quote(guardFormula(value)) : String(value)
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** Characters that make a spreadsheet take a cell for a formula, including full-width forms. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** Prefixes text that would run as a formula with an apostrophe. Numbers need none. */
export function guardFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}
