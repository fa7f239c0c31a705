/** Order of UTF-16 code units: the same on every machine, unlike a locale's. */
export function compareValues<Value extends string | number | bigint>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}

interface Order<Row> {
  direction: 'asc' | 'desc'
  /** Null: the rows are ordered by name. */
  figureOf: ((row: Row) => string | number | bigint | null) | null
  byName: (a: Row, b: Row) => number
}

/** Rows without a value come last in either direction. Equal ones are ordered by name. */
export function orderRows<Row>({ direction, figureOf, byName }: Order<Row>): (a: Row, b: Row) => number {
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => {
    if (figureOf === null) return sign * byName(a, b)
    const [left, right] = [figureOf(a), figureOf(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b)
    return sign * compareValues(left, right) || byName(a, b)
  }
}
