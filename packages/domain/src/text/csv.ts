/** What a cell may hold. Null and undefined: unknown, and empty in the file. */
export type CsvValue = string | number | bigint | boolean | Date | null | undefined

/** Cells of one line, ended by a line break (RFC 4180). Text is always quoted, so that a spreadsheet keeps its digits. */
export function renderCsvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(renderCell).join(',')}\r\n`
}

/** The first line. A name of letters, digits and _ needs no quotes. */
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

/** What a spreadsheet takes for a formula when a cell begins so, also in the wide forms of East Asian keyboards. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** A text that would be run as a formula is kept from it by an apostrophe in front. Numbers are none. */
export function guardFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}
