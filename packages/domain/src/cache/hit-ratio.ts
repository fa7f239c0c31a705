/** Share of bytes or requests served by the cache. Null before the first read. */
export function hitRatio(fromCache: bigint, fromStore: bigint): number | null {
  const total = fromCache + fromStore
  return total === 0n ? null : Number((fromCache * 1_000_000n) / total) / 1_000_000
}
