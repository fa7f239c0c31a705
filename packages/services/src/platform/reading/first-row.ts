/** The row of a query that always returns one. */
export function firstRow<Row>(rows: readonly Row[], query: string): Row {
  const row = rows[0]
  if (row === undefined) throw new Error(`${query} returned no rows. Check the server version.`)
  return row
}
