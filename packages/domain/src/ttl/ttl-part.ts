/** First and last time, in epoch milliseconds, at which rows of one part are due by one expression. */
export interface DueTimes {
  firstMs: number
  lastMs: number
}

/** One active part as TTL rules need it. */
export interface TtlPart {
  name: string
  partitionId: string
  partition: string
  disk: string
  rows: bigint
  bytesOnDisk: bigint
  files: bigint
  /** What the server stores in the part, by expression; it moves parts by this alone (system.parts.move_ttl_info). */
  moveInfo: ReadonlyMap<string, DueTimes>
  /** The same for the DELETE rule without a condition, under whichever expression it had when the part was written. */
  deleteInfo: DueTimes | null
  /** First time by expression, for rules that delete with a condition or group: it triggers a merge. */
  rowInfo: ReadonlyMap<string, number>
  /** Columns with a TTL of their own: the last time stored in the part, and the bytes of the column. */
  columnInfo: ReadonlyMap<string, { lastMs: number | null; bytes: bigint }>
  /** A wide part has separate files per column, and the server drops them whole. */
  wide: boolean
  /** It still contains rows hidden by a lightweight DELETE. */
  hasHiddenRows: boolean
  /** Files that it lacks, and gets when it is rewritten with TTL information: ttl.txt, statistics.packed. */
  addedFiles: bigint
  /** Computed from the rows, by expression; null if not computed. Without the rows that a DELETE removes now. */
  computed: { due: ReadonlyMap<string, DueTimes> } | null
  /** What the TTLs remove from it, counted from the rows; null if it could not be counted. */
  counted: PartCounts | null
}

/** Counts of one part at one time, by the server. */
export interface PartCounts {
  /** Rows visible to queries. */
  rows: bigint
  /** Past a DELETE rule. */
  deleted: bigint
  /** Of the others, the input of GROUP BY rules, and the rows that remain. */
  folded: { input: bigint; output: bigint; exact: boolean }
  /** By column with a TTL: non-default values, in rows that no DELETE removes, and in all rows. */
  values: ReadonlyMap<string, { kept: ValueCounts; everywhere: ValueCounts }>
}

interface ValueCounts {
  /** Past the TTL of their column. */
  past: bigint
  all: bigint
}

/** For a part without rows that are visible to queries. */
export const noPartCounts: PartCounts = {
  rows: 0n,
  deleted: 0n,
  folded: { input: 0n, output: 0n, exact: true },
  values: new Map(),
}
