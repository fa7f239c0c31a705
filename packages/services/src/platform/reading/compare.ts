/** Order of UTF-16 code units: the same on every machine, unlike a locale's. */
export function compareValues<Value extends string | number | bigint>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}
