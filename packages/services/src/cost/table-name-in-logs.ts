interface Named {
  database: string
  table: string
}

/** query_log quotes a name where it is no plain word. */
function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``
}

/** How logs may write the name of a table: quoted where needed, or, by older servers, as it is. */
export function spellingsInLogs({ database, table }: Named): string[] {
  return [...new Set([`${quoted(database)}.${quoted(table)}`, `${database}.${table}`])]
}

/** Tables by what logs call them. The first of several rows of one table stands for it. */
export function namesInLogs<Row extends Named>(rows: readonly Row[]): Map<string, Row> {
  const names = new Map<string, Row>()
  for (const row of rows) for (const name of spellingsInLogs(row)) if (!names.has(name)) names.set(name, row)
  return names
}
