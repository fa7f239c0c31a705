/** As `hashKey` of TanStack Query, and for inputs with UInt64, which JSON does not have. */
export function hashQueryKey(queryKey: readonly unknown[]): string {
  return JSON.stringify(queryKey, (_name, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    if (Object.prototype.toString.call(value) !== '[object Object]') return value
    return Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
