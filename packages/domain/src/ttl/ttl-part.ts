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
  /** Computed from the rows, by expression; null where nobody looked. Without the rows that a DELETE takes now. */
  computed: { due: ReadonlyMap<string, DueTimes>; expiredRows: bigint } | null
}
