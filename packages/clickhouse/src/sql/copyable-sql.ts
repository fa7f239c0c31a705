import { quoteString } from './quote-string.ts'

/** What a bound parameter may hold. Undefined members are not sent. */
export type ParamValue = string | number | bigint | boolean | Date | readonly string[]
export type SqlParams = Readonly<Record<string, ParamValue | undefined>>

/**
 * The statement with its parameters written in as literals: for people to read and paste into a client, never for
 * sending. `{name: Type}` of a parameter that is not given stays as it is.
 */
export function copyableSql(sql: string, params: SqlParams): string {
  return sql.replace(/\{(\w+)\s*:[^{}]+\}/g, (placeholder, name: string) => {
    const value = params[name]
    return value === undefined ? placeholder : literal(value)
  })
}

/**
 * The same with the settings that are sent beside the text, where they change what it does: one comment before it. They
 * are no part of the text, so a person who runs it elsewhere sets them.
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

/** Statements that follow one another, in the same form. */
export function copyableScript(statements: readonly { sql: string; params: SqlParams }[]): string {
  return statements.map(({ sql, params }) => `${copyableSql(sql, params).trim()};`).join('\n')
}

function literal(value: ParamValue): string {
  if (typeof value === 'string') return quoteString(value)
  if (value instanceof Date) return `toDateTime64('${value.toISOString().replace('Z', '')}', 3, 'UTC')`
  if (Array.isArray(value)) return `[${value.map((item: string) => quoteString(item)).join(', ')}]`
  return String(value)
}
