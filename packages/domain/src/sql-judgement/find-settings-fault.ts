/** Quoted strings and identifiers, as the engine writes them. */
const quoted = /'((?:[^'\\]|\\.|'')*)'|`(?:[^`\\]|\\.|``)*`/gs

const one = String.raw`\w+ = [\w.+-]+`
const plainClause = new RegExp(String.raw`\bSETTINGS\s+${one}(?:,\s+${one})*(?=$|[\s)])`, 'g')

/**
 * Settings can hold SQL (additional_result_filter, additional_table_filters) and file paths (format_template_row), and
 * a syntax tree shows neither their names nor their values. So a SELECT may set only numbers, words and time zones.
 * @param sql as the engine formats it
 */
export function findSettingsFault(sql: string): string | null {
  const bare = sql.replace(quoted, (_, text?: string) =>
    text !== undefined && /^(?!\/)[\w /-]*$/.test(text) ? 'w' : '?',
  )
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0
  return count(/\bSETTINGS\b/g) === count(plainClause)
    ? null
    : 'A setting has a value other than a number or words, which cannot be checked. Remove the setting.'
}
