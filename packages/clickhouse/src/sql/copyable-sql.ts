import { quoteString } from './quote-string.ts'

/** Allowed values of a bound parameter. Undefined members are not sent. */
export type ParamValue = string | number | bigint | boolean | Date | readonly string[]
export type SqlParams = Readonly<Record<string, ParamValue | undefined>>

/**
 * The statement with its parameters filled in as literals: for people to read and paste into a client, never for
 * sending. `{name: Type}` of a parameter without a value stays.
 */
export function copyableSql(sql: string, params: SqlParams): string {
  return sql.replace(/\{(\w+)\s*:[^{}]+\}/g, (placeholder, name: string) => {
    const value = params[name]
    return value === undefined ? placeholder : literal(value)
  })
}

/**
 * The same with the settings that are sent with it, where they change its effect: one comment before it. They are not
 * part of the text, so a person who runs it elsewhere has to set them.
 */
export function shownSql(
  { sql, params }: { sql: string; params: SqlParams },
  settings: Readonly<Record<string, unknown>> = {},
): string {
  const beside = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} = ${String(value)}`],
  )
  const text = copyableSql(sql, params).trim()
  return beside.length === 0 ? text : `-- Sent with: ${beside.join(', ')}\n${text}`
}

/** Consecutive statements, in the same form. */
export function copyableScript(statements: readonly { sql: string; params: SqlParams }[]): string {
  return statements.map(({ sql, params }) => `${copyableSql(sql, params).trim()};`).join('\n')
}

function literal(value: ParamValue): string {
  if (typeof value === 'string') return quoteString(value)
  if (value instanceof Date) return `toDateTime64('${value.toISOString().replace('Z', '')}', 3, 'UTC')`
  if (Array.isArray(value)) return `[${value.map((item: string) => quoteString(item)).join(', ')}]`
  return String(value)
}
