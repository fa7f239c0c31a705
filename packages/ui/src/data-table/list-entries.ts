/** A row, or the line above the rows of a group. */
export type TableEntry<Row> = { kind: 'row'; row: Row } | { kind: 'group'; group: string }

/** Rows in their order, or by group in the order of the first row of each. */
export function listEntries<Row extends { original: Original }, Original>(
  rows: readonly Row[],
  groupOf: ((row: Original) => string) | undefined,
): TableEntry<Row>[] {
  if (!groupOf) return rows.map((row) => ({ kind: 'row', row }))
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groupOf(row.original)
    const own = groups.get(group)
    if (own) own.push(row)
    else groups.set(group, [row])
  }
  return [...groups].flatMap(([group, own]) => [
    { kind: 'group' as const, group },
    ...own.map((row) => ({ kind: 'row' as const, row })),
  ])
}
