import { tableMark } from './place-table.ts'

export interface QueryTemplate {
  title: string
  sql: string
}

interface TemplateColumn {
  name: string
  type: string
  inSortingKey: boolean
}

/**
 * Query shapes common in published ClickHouse benchmarks on object storage, with columns of this table: groups, a
 * self-join by day, one key's rows, a text scan, distinct values, one row. Shapes for which the table has no column are
 * left out.
 */
export function listQueryTemplates(columns: readonly TemplateColumn[]): QueryTemplate[] {
  const bare = columns.map((column) => ({
    ...column,
    type: unwrap(column.type),
    name: quoteName(column.name),
  }))
  const numbers = bare.filter(({ type }) => /^U?Int\d+$/.test(type))
  const key = numbers.find(({ inSortingKey }) => inSortingKey) ?? numbers[0]
  const other = numbers.find((column) => column !== key) ?? key
  const text = bare.find(({ type }) => type === 'String')
  const day = bare.find(({ type }) => /^Date(32|Time|Time64)?(\(|$)/.test(type))
  const from = `FROM ${tableMark}`
  return [
    ...(key && other
      ? [
          {
            title: 'Largest groups of two columns',
            sql: `SELECT ${other.name} AS k1, ${key.name} AS k2, count() AS c ${from}\nGROUP BY k1, k2 ORDER BY c DESC, k1, k2 LIMIT 10`,
          },
          {
            title: 'Largest groups of one column',
            sql: `SELECT ${key.name} AS k, count() AS c ${from}\nGROUP BY k ORDER BY c DESC, k LIMIT 10`,
          },
          { title: 'Rows by a condition', sql: `SELECT count() ${from}\nWHERE ${other.name} != 0` },
          { title: 'Distinct values', sql: `SELECT uniq(${key.name}) ${from}` },
          { title: 'Rows of one key', sql: `SELECT * ${from}\nWHERE ${key.name} = 443` },
        ]
      : []),
    ...(day && other
      ? [
          {
            title: 'Days, joined with their sums',
            sql: `SELECT d, count() AS hits, any(total)\nFROM (SELECT toDate(${day.name}) AS d ${from}) AS hits\nANY LEFT JOIN (SELECT toDate(${day.name}) AS d, sum(${other.name}) AS total ${from} GROUP BY d) AS sums USING d\nGROUP BY d ORDER BY hits DESC, d LIMIT 10`,
          },
        ]
      : []),
    ...(day && key && other
      ? [
          {
            title: 'Days of one key, in two kinds',
            sql: `SELECT toDate(${day.name}) AS d, ${other.name} = 0 ? 'none' : 'some' AS kind, count() ${from}\nWHERE ${key.name} = 443\nGROUP BY d, kind ORDER BY d, kind`,
          },
        ]
      : []),
    ...(text
      ? [
          {
            title: 'Text that holds some letters',
            sql: `SELECT count() ${from}\nWHERE ${text.name} LIKE '%4422%'`,
          },
        ]
      : []),
    { title: 'Every byte', sql: `SELECT sum(cityHash64(*)) ${from}` },
  ]
}

function unwrap(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1]
  return inner === undefined ? type : unwrap(inner)
}

function quoteName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``
}
