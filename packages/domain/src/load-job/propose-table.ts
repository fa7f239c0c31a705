import type { ReadColumn } from './map-columns.ts'

export interface ProposedTable {
  columns: ReadColumn[]
  orderBy: string
  partitionBy: string
}

/**
 * A table for columns that were inferred. Formats of text say Nullable of everything: it is kept where a sample row
 * has no value, since it costs a second file for each column. The first time orders and, by month, partitions;
 * keys cannot be Nullable.
 * @param nulls names of the columns in which a sample row has NULL.
 */
export function proposeTable(read: readonly ReadColumn[], nulls: ReadonlySet<string>): ProposedTable {
  const time = read.find(({ type }) => /^(Nullable\()?Date/.test(type))
  const id = read.find(({ name, type }) => /(^|_)id$/i.test(name) && /Int|String|UUID/.test(type))
  const keys = [...(id ? [id.name] : []), ...(time ? [time.name] : [])]
  return {
    columns: read.map(({ name, type }) => ({
      name,
      type: nulls.has(name) && !keys.includes(name) ? type : withoutNullable(type),
    })),
    orderBy: keys.length === 0 ? 'tuple()' : `(${keys.map(quoteName).join(', ')})`,
    partitionBy: time ? `toYYYYMM(${quoteName(time.name)})` : '',
  }
}

/** `Nullable(Int64)` → `Int64`. */
export function withoutNullable(type: string): string {
  return /^Nullable\((.*)\)$/s.exec(type)?.[1] ?? type
}

/** As in an expression of a person: bare where it can stand so. */
export function quoteName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``
}
