export interface Column<Row> {
  title: string
  text(row: Row): string
  /** Numbers are aligned right. */
  right?: boolean
}

/** Columns as wide as their content, two spaces apart, numbers right-aligned. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<NoInfer<Row>>[]): string {
  const cells = rows.map((row) => columns.map((column) => printable(column.text(row))))
  const lines = [columns.map((column) => column.title), ...cells]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, index) =>
          columns[index]?.right ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Text of others in one line: control characters could move the cursor or colour the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
}

/** The same for text of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
