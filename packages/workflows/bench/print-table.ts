export interface BenchRow {
  what: string
  ours: string
  bare: string
  /** ours ÷ bare; null where there is nothing to compare with. */
  ratio: number | null
  goal: string
}

export function printTable(rows: readonly BenchRow[]): void {
  const head = { what: 'What', ours: 'Frostline', bare: 'Bare SQL', ratio: 'Ratio', goal: 'Goal' }
  const lines = [
    head,
    ...rows.map((row) => ({ ...row, ratio: row.ratio === null ? '—' : row.ratio.toFixed(3) })),
  ]
  const columns = ['what', 'ours', 'bare', 'ratio', 'goal'] as const
  const widths = columns.map((column) => Math.max(...lines.map((line) => line[column].length)))
  const print = (cells: readonly string[]) =>
    console.log(`| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`)
  for (const [index, line] of lines.entries()) {
    print(columns.map((column) => line[column]))
    if (index === 0) print(widths.map((width) => '-'.repeat(width)))
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('A median needs values')
  return (low + high) / 2
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(3)} s`
}
