import type { ReactNode } from 'react'
import type { Quantity } from '../format/quantity.ts'
import { Bytes, Count, RelativeTime } from '../quantity-text.tsx'
import type { DataColumn, SortValue } from './data-column.ts'

type Options<Row> = Partial<Omit<DataColumn<Row>, 'id' | 'header' | 'cell'>>

/** The minimum width alone, or with other options. */
type Given<Row, More = object> = number | (Options<Row> & More)

interface ValueOptions {
  /** The column is sorted by its value. */
  sorted?: boolean
}

/** Shown where a row has no value. Without it, null is unknown. */
interface NoneOptions {
  none?: string
}

function optionsOf<Row, More>(given: Given<Row, More>): Options<Row> & Partial<More> {
  return (typeof given === 'number' ? { minWidthPx: given } : given) as Options<Row> & Partial<More>
}

/** A column of anything. */
export function column<Row>(
  id: string,
  header: string,
  given: Given<Row>,
  cell: (row: Row) => ReactNode,
): DataColumn<Row> {
  return { id, header, cell, ...optionsOf(given) }
}

/** Aligned to the end, as wide as its header needs, and sorted with the largest first. */
export function numberColumn<Row>(
  id: string,
  header: string,
  given: Given<Row>,
  cell: (row: Row) => ReactNode,
): DataColumn<Row> {
  const options = optionsOf(given)
  const descFirst = options.sortValue ? { sortDescFirst: true } : {}
  return { id, header, cell, align: 'end', grow: 0, ...descFirst, ...options }
}

function valueColumn<Row, Value extends SortValue>(
  id: string,
  header: string,
  given: Given<Row, ValueOptions & NoneOptions>,
  of: (row: Row) => Value,
  draw: (value: Value) => ReactNode,
): DataColumn<Row> {
  const { sorted = false, none, ...options } = optionsOf(given)
  const cell = (row: Row) => {
    const value = of(row)
    return none !== undefined && value === null ? none : draw(value)
  }
  return numberColumn(id, header, { ...(sorted ? { sortValue: of } : {}), ...options }, cell)
}

export function bytesColumn<Row>(
  id: string,
  header: string,
  given: Given<Row, ValueOptions & NoneOptions>,
  of: (row: Row) => Quantity,
): DataColumn<Row> {
  return valueColumn(id, header, given, of, (value) => <Bytes value={value} />)
}

export function countColumn<Row>(
  id: string,
  header: string,
  given: Given<Row, ValueOptions & NoneOptions>,
  of: (row: Row) => Quantity,
): DataColumn<Row> {
  return valueColumn(id, header, given, of, (value) => <Count value={value} />)
}

/** Relative, with the exact time on hover. */
export function timeColumn<Row>(
  id: string,
  header: string,
  given: Given<Row, ValueOptions & NoneOptions>,
  of: (row: Row) => Date | null,
): DataColumn<Row> {
  return valueColumn(id, header, given, of, (at) => <RelativeTime at={at} />)
}

/** Names and other text of the server, whole on hover. */
export function monoColumn<Row>(
  id: string,
  header: string,
  given: Given<Row, ValueOptions>,
  of: (row: Row) => string | null | undefined,
): DataColumn<Row> {
  const { sorted = false, ...options } = optionsOf(given)
  const cell = (row: Row) => (
    <span className="truncate font-mono text-xs" title={of(row) ?? undefined}>
      {of(row)}
    </span>
  )
  return column(id, header, { ...(sorted ? { sortValue: of } : {}), ...options }, cell)
}
