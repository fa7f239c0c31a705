/** A text that a spreadsheet would take for a formula is kept from it by a quotation mark in front. */
export function renderCsvCell(value: string | number | bigint | Date | null): string {
  if (value === null) return ''
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  const text = value instanceof Date ? value.toISOString() : value
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
