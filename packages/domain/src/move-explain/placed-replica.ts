import type { StoragePolicy } from '../policy/storage-policy.ts'
import type { DateColumn } from '../ttl/date-column.ts'
import type { PartDue } from '../ttl/read-due.ts'
import type { MoveRule } from './move-rule.ts'

/** An active part as placement needs it. Times are epoch milliseconds. */
export interface PlacedPart {
  name: string
  partitionId: string
  partition: string
  /** Name in the policy: a cache and the disk under it are one place. */
  disk: string
  rows: bigint
  bytesOnDisk: bigint
  /** When the newest row reaches the age of each rule for which the part has TTL information (createDueReader). */
  ttls: readonly ({ expression: string } & PartDue)[]
  /** max_date and max_time of system.parts; null for none. */
  maxDateMs: number | null
  maxTimeMs: number | null
}

export interface DestinationDisk {
  name: string
  /** What the server can still reserve; null on object storage. */
  unreservedBytes: bigint | null
  /** Accepts no new parts. */
  unusable: boolean
}

interface FailedMoves {
  failures: number
  lastMs: number
  errorCode: number
  exception: string
}

/** A SYSTEM STOP MOVES in effect for the table. `ledger`: sent by Frostline, which has yet to send its START. */
export interface StoppedMovesNote {
  source: 'ledger' | 'query-log'
  sinceMs: number
  by: string
}

/** A partition in the plan of a tier migration that has not ended. */
export interface HeldPartition {
  migrationId: string
  toVolume: string
  stepRunning: boolean
}

/** Everything on one replica that determines where a table's parts are, read at `nowMs` of its own clock. */
export interface PlacedReplica {
  node: string
  nowMs: number
  policy: StoragePolicy
  disks: readonly DestinationDisk[]
  rules: readonly MoveRule[]
  /** As in system.tables; empty for none. */
  partitionKey: string
  dateColumns: readonly DateColumn[]
  parts: readonly PlacedPart[]
  movingParts: ReadonlySet<string>
  mergingParts: ReadonlyMap<string, { mutation: boolean; resultPart: string }>
  /** Parts that a MATERIALIZE TTL has yet to process, with its mutation id. */
  materializingParts: ReadonlyMap<string, string>
  /** Failed moves in the last hour; null where the node has no part_log. */
  failedMoves: ReadonlyMap<string, FailedMoves> | null
  movePool: { busy: number; size: number }
  stopped: StoppedMovesNote | null
  /** By partition id. */
  held: ReadonlyMap<string, HeldPartition>
}
