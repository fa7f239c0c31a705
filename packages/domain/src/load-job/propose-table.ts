import type { ObjectFormat } from '../source/object-format.ts'
import type { TextReading } from './load-spec.ts'

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

export interface ReadColumn {
  name: string
  type: string
}

export interface TargetColumn {
  name: string
  type: string
  /** DEFAULT, MATERIALIZED, ALIAS, EPHEMERAL or empty. */
  defaultKind: string
}

/** Null: the column gets its default. */
export interface MappedColumn {
  column: string
  source: string | null
}

/**
 * A first mapping: each column that can be written takes the read column of its name, else the one whose name differs
 * by case, `_` and `-` only. A person changes what is wrong.
 */
export function mapColumns(read: readonly ReadColumn[], target: readonly TargetColumn[]): MappedColumn[] {
  const exact = new Set(read.map(({ name }) => name))
  const loose = new Map<string, string>()
  for (const { name } of read) if (!loose.has(loosen(name))) loose.set(loosen(name), name)
  return target.filter(isWritable).map(({ name }) => ({
    column: name,
    source: exact.has(name) ? name : (loose.get(loosen(name)) ?? null),
  }))
}

export function isWritable({ defaultKind }: Pick<TargetColumn, 'defaultKind'>): boolean {
  return defaultKind === '' || defaultKind === 'DEFAULT'
}

function loosen(name: string): string {
  return name.toLowerCase().replace(/[_\s-]/g, '')
}

const families: Readonly<Partial<Record<ObjectFormat, 'csv' | 'tsv' | 'json'>>> = {
  CSV: 'csv',
  CSVWithNames: 'csv',
  TSV: 'tsv',
  TSVWithNames: 'tsv',
  JSONEachRow: 'json',
}

/** Whether objects of the format are text, of which single rows can be bad. */
export function isTextFormat(format: ObjectFormat): boolean {
  return families[format] !== undefined
}

/** The settings of the engine that make it read text so. Each stands in system.settings of 23.8 and later. */
export function textReadingSettings(read: {
  format: ObjectFormat
  text: TextReading
}): Record<string, string | number> {
  const { delimiter, skipFirstLines, nullText, dateTimeParsing } = read.text
  const family = families[read.format]
  const settings: Record<string, string | number> = {}
  if (family === 'csv') {
    if (delimiter !== undefined) settings.format_csv_delimiter = delimiter
    if (skipFirstLines !== undefined) settings.input_format_csv_skip_first_lines = skipFirstLines
    if (nullText !== undefined) settings.format_csv_null_representation = nullText
  }
  if (family === 'tsv') {
    if (skipFirstLines !== undefined) settings.input_format_tsv_skip_first_lines = skipFirstLines
    if (nullText !== undefined) settings.format_tsv_null_representation = nullText
  }
  if (family !== undefined && dateTimeParsing !== undefined) settings.date_time_input_format = dateTimeParsing
  return settings
}

/** Names of folders such as `day=2024-01-01`: servers read them as columns of the objects below. */
export function columnsOfPaths(keys: readonly string[]): Set<string> {
  return new Set(keys.flatMap((key) => [...key.matchAll(/([^/=]+)=[^/]*\//g)].map(([, name = '']) => name)))
}

/** The server ignores the columns of paths if none of them is read: 25.8 refuses the statement otherwise. */
export function pathColumnSettings(
  columns: readonly { name: string }[],
  keys: readonly string[],
): Record<string, number> {
  const ofPaths = columnsOfPaths(keys)
  const isRead = columns.some(({ name }) => ofPaths.has(name))
  return ofPaths.size === 0 || isRead ? {} : { use_hive_partitioning: 0 }
}
