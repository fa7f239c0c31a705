/**
 * An active part on one replica (system.parts). Blocks are the range of inserts that it covers: a merged part covers
 * the union of its sources' ranges, which distinguishes it from a new one. `hash` is hash_of_all_files: equal before
 * and after a move when the data is the same.
 */
export interface Part {
  name: string
  partitionId: string
  partition: string
  rows: bigint
  bytesOnDisk: bigint
  disk: string
  hash: string
  minBlock: bigint
  maxBlock: bigint
  /** Newest value of the partition's date or time column in epoch milliseconds; null where the key has none. */
  newestMs: number | null
}

export interface PartTotals {
  parts: number
  rows: bigint
  bytes: bigint
}

export function sumTotals(totals: readonly PartTotals[]): PartTotals {
  return totals.reduce<PartTotals>(
    (sum, each) => ({
      parts: sum.parts + each.parts,
      rows: sum.rows + each.rows,
      bytes: sum.bytes + each.bytes,
    }),
    { parts: 0, rows: 0n, bytes: 0n },
  )
}

export function totalParts(parts: readonly Part[]): PartTotals {
  return parts.reduce<PartTotals>(
    (sum, part) => ({
      parts: sum.parts + 1,
      rows: sum.rows + part.rows,
      bytes: sum.bytes + part.bytesOnDisk,
    }),
    { parts: 0, rows: 0n, bytes: 0n },
  )
}

/** One replica of one shard. `name` is unique in its cluster and shown to people. */
export interface Replica {
  name: string
  shard: number
  replica: number
}

const names = new Set(['system', 'INFORMATION_SCHEMA', 'information_schema'])

/** Whether a database belongs to the server itself, such as its logs and system views. */
export function isSystemDatabase(name: string): boolean {
  return names.has(name)
}
