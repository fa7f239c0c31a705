/** First and last moment, in epoch milliseconds, at which rows of one part are due by one expression. */
export interface DueTimes {
  firstMs: number
  lastMs: number
}

/** One active part as far as TTLs go. */
export interface TtlPart {
  name: string
  partitionId: string
  partition: string
  disk: string
  rows: bigint
  bytesOnDisk: bigint
  files: bigint
  /** What the server keeps in the part, by expression; it moves parts by this alone (system.parts.move_ttl_info). */
  moveInfo: ReadonlyMap<string, DueTimes>
  /** The same of the DELETE rule without a condition, whichever expression it had when the part was written. */
  deleteInfo: DueTimes | null
  /** First time by expression of the rules that delete with a condition or group: by it the server starts a merge. */
  rowInfo: ReadonlyMap<string, number>
  /** Columns with a TTL of their own: the last time that the part keeps of it, and the bytes of the column. */
  columnInfo: ReadonlyMap<string, { lastMs: number | null; bytes: bigint }>
  /** A wide part has each column in files of its own, and the server drops them whole. */
  wide: boolean
  /** Rows that a lightweight DELETE has hidden are still in it. */
  hasHiddenRows: boolean
  /** Files that it has not, and gets when the server writes it again with TTL information: ttl.txt, statistics.packed. */
  addedFiles: bigint
  /** Computed from the rows, by expression; null where nobody looked. Without the rows that a DELETE takes now. */
  computed: { due: ReadonlyMap<string, DueTimes> } | null
  /** What the TTLs take out of it, counted from the rows; null where nobody could count. */
  counted: PartCounts | null
}

/** Of one part at one moment, as the server counted. */
export interface PartCounts {
  /** Those that a query sees. */
  rows: bigint
  /** Past a DELETE rule. */
  deleted: bigint
  /** Of the others, those that GROUP BY rules take as input, and the rows that come out. */
  folded: { input: bigint; output: bigint; exact: boolean }
  /** By column with a TTL: values other than the default, in rows that no DELETE takes, and in all rows. */
  values: ReadonlyMap<string, { kept: ValueCounts; everywhere: ValueCounts }>
}

interface ValueCounts {
  /** Past the TTL of their column. */
  past: bigint
  all: bigint
}

/** Of a part that has no row which a query sees. */
export const noPartCounts: PartCounts = {
  rows: 0n,
  deleted: 0n,
  folded: { input: 0n, output: 0n, exact: true },
  values: new Map(),
}
