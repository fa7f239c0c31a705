import type { ReactNode } from 'react'

export type SortValue = bigint | number | string | Date | boolean | null | undefined

export interface DataColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Given: the column can be sorted. In a server-sorted table the value is not read, only its presence counts. */
  sortValue?: ((row: Row) => SortValue) | undefined
  /** First click sorts downwards: for sizes and times, where the largest is what people look for. */
  sortDescFirst?: boolean | undefined
  /** `end` for numbers. */
  align?: 'start' | 'end' | undefined
  /** Minimum width; `grow` distributes the rest of the row (default 1, 0 keeps the width). */
  minWidthPx?: number | undefined
  grow?: number | undefined
  /** false: always shown. */
  hideable?: boolean | undefined
  /** Hidden until chosen in the columns menu. */
  hiddenByDefault?: boolean | undefined
  /** What the column means, shown as the header's title. */
  description?: string | undefined
}

export interface SortState {
  id: string
  desc: boolean
}

/** Unknown values come last in either direction; the caller reverses the known ones. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (a instanceof Date || b instanceof Date) return compareSortValues(timeOf(a), timeOf(b))
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  if (a === b || a == null || b == null) return 0
  return a < b ? -1 : 1
}

const collator = new Intl.Collator('en', { numeric: true })

function timeOf(value: SortValue): SortValue {
  return value instanceof Date ? value.getTime() : value
}
