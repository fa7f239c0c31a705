/** Placeholder for the measured table in a query. */
export const tableMark = '{table}'

/** @param name quoted and qualified */
export function placeTable(query: string, name: string): string {
  return query.replaceAll(tableMark, () => name)
}

/** The query with the placeholder in place of the table's qualified name. Strings and comments are left alone. */
export function markTable(query: string, { database, table }: { database: string; table: string }): string {
  if (database === '' || table === '') return query
  const named = `${nameOrQuoted(database)}\\s*\\.\\s*${nameOrQuoted(table)}`
  // An unclosed string or comment extends to the end.
  const rest = `'(?:[^'\\\\]|\\\\.|'')*(?:'|$)|--[^\\n]*|/\\*.*?(?:\\*/|$)`
  return query.replace(new RegExp(`${rest}|(?<![\\w.\`"])${named}(?![\\w\`"])`, 'gs'), (found) =>
    /^(?:'|--|\/\*)/.test(found) ? found : tableMark,
  )
}

function nameOrQuoted(name: string): string {
  const text = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `(?:${text}|\`${text}\`|"${text}")`
}
