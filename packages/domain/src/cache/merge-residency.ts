import { groupBy } from '../group-by.ts'

const cachedFileKinds = ['data', 'marks', 'primary_index', 'skip_index', 'other'] as const
export type CachedFileKind = (typeof cachedFileKinds)[number]

interface CachedBytes {
  cachedBytes: bigint
  /** Size of the same files on the disks behind the cache. */
  storedBytes: bigint
}

interface CachedPart extends CachedBytes {
  node: string
  name: string
}

/** Cached data of one partition on one node. */
export interface ResidentPartition extends CachedBytes {
  node: string
  database: string
  table: string
  /** Empty for files that belong to no partition, such as those of detached parts. */
  partitionId: string
  /** All partitions that the node did not list by name. */
  rest: boolean
  segments: bigint
  files: bigint
  parts: bigint
  kinds: Record<CachedFileKind, CachedBytes>
  topParts: Omit<CachedPart, 'node'>[]
}

interface Totals extends CachedBytes {
  segments: bigint
  files: bigint
  parts: bigint
  kinds: Record<CachedFileKind, CachedBytes>
}

interface PartitionResidency extends Totals {
  partitionId: string
  rest: boolean
  /** Those with the most cached bytes over all nodes. */
  topParts: CachedPart[]
}

export interface TableResidency extends Totals {
  database: string
  table: string
  nodes: string[]
  partitions: PartitionResidency[]
}

const maxParts = 10

/** Sums over nodes by table and partition, the most cached first. The totals equal those of the rows. */
export function mergeResidency(rows: readonly ResidentPartition[]): TableResidency[] {
  return sortByCachedBytes(
    [...groupBy(rows, ({ database, table }) => `${database}\0${table}`).values()].map((ofTable) => ({
      database: ofTable[0].database,
      table: ofTable[0].table,
      nodes: [...new Set(ofTable.map(({ node }) => node))].toSorted(),
      ...addUp(ofTable),
      partitions: sortByCachedBytes(
        [...groupBy(ofTable, ({ partitionId, rest }) => `${rest} ${partitionId}`).values()].map(
          (ofPartition) => ({
            partitionId: ofPartition[0].partitionId,
            rest: ofPartition[0].rest,
            ...addUp(ofPartition),
            topParts: sortByCachedBytes(
              ofPartition.flatMap(({ node, topParts }) => topParts.map((part) => ({ node, ...part }))),
            ).slice(0, maxParts),
          }),
        ),
      ),
    })),
  )
}

function addUp(rows: readonly ResidentPartition[]): Totals {
  const sum = (pick: (row: ResidentPartition) => bigint) => rows.reduce((total, row) => total + pick(row), 0n)
  return {
    cachedBytes: sum((row) => row.cachedBytes),
    storedBytes: sum((row) => row.storedBytes),
    segments: sum((row) => row.segments),
    files: sum((row) => row.files),
    parts: sum((row) => row.parts),
    kinds: mapKinds((kind) => ({
      cachedBytes: sum((row) => row.kinds[kind].cachedBytes),
      storedBytes: sum((row) => row.kinds[kind].storedBytes),
    })),
  }
}

export function mapKinds<Value>(make: (kind: CachedFileKind) => Value): Record<CachedFileKind, Value> {
  return Object.fromEntries(cachedFileKinds.map((kind) => [kind, make(kind)])) as Record<
    CachedFileKind,
    Value
  >
}

function sortByCachedBytes<Item extends CachedBytes>(items: readonly Item[]): Item[] {
  return items.toSorted(
    (a, b) => Number(b.cachedBytes > a.cachedBytes) - Number(b.cachedBytes < a.cachedBytes),
  )
}
