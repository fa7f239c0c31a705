/** Stands in a query for the table that is measured. */
export const tableMark = '{table}'

/** @param name quoted and qualified */
export function placeTable(query: string, name: string): string {
  return query.replaceAll(tableMark, () => name)
}

/**
 * The same query with the mark instead of the table's own name, where it is written out with its database; strings and
 * comments are left alone.
 */
export function markTable(query: string, { database, table }: { database: string; table: string }): string {
  if (database === '' || table === '') return query
  const named = `${nameOrQuoted(database)}\\s*\\.\\s*${nameOrQuoted(table)}`
  // What is not closed goes to the end.
  const rest = `'(?:[^'\\\\]|\\\\.|'')*(?:'|$)|--[^\\n]*|/\\*.*?(?:\\*/|$)`
  return query.replace(new RegExp(`${rest}|(?<![\\w.\`"])${named}(?![\\w\`"])`, 'gs'), (found) =>
    /^(?:'|--|\/\*)/.test(found) ? found : tableMark,
  )
}

function nameOrQuoted(name: string): string {
  const text = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `(?:${text}|\`${text}\`|"${text}")`
}
