import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'
import type { Statement } from './statement.ts'

export type MoveTarget = { kind: 'volume'; name: string } | { kind: 'disk'; name: string }

export interface TableRef {
  database: string
  table: string
}

/**
 * Moves every part of the partition that is not yet on the target, one by one, on this replica only. It ends after the
 * last part. A target must be a literal: the server accepts no parameter there.
 */
export function movePartitionStatement(at: TableRef, partitionId: string, to: MoveTarget): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(at.database, at.table)} MOVE PARTITION ID {partition_id: String} ${target(to)}`,
    params: { partition_id: partitionId },
  }
}

/** Moves one active part, on this replica only. The finest control there is. */
export function movePartStatement(at: TableRef, partName: string, to: MoveTarget): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(at.database, at.table)} MOVE PART {part_name: String} ${target(to)}`,
    params: { part_name: partName },
  }
}

/**
 * Merges all parts of the partition into one, on this replica and those that replicate from it. Synchronous; code 388
 * when it cannot start. Only for a partition whose parts are all on the hottest volume.
 */
export function optimizePartitionStatement(at: TableRef, partitionId: string): Statement {
  return {
    sql: `OPTIMIZE TABLE ${qualifiedName(at.database, at.table)} PARTITION ID {partition_id: String} FINAL`,
    params: { partition_id: partitionId },
  }
}

/** Makes a merge that cannot start an error (code 388), not a silent success. */
export const optimizeSettings = { optimize_throw_if_noop: 1 } as const

/** Respected by 26.7 for a manual move in both directions. */
export function moveSettings(bytesPerSecond: bigint | undefined) {
  if (bytesPerSecond === undefined) return {}
  const limit = bytesPerSecond.toString()
  return { max_remote_write_network_bandwidth: limit, max_remote_read_network_bandwidth: limit }
}

/** For the reads of a deep check. */
export function deepReadSettings(bytesPerSecond: bigint | undefined) {
  return bytesPerSecond === undefined ? {} : { max_remote_read_network_bandwidth: bytesPerSecond.toString() }
}

function target(to: MoveTarget): string {
  return `TO ${to.kind === 'volume' ? 'VOLUME' : 'DISK'} ${quoteString(to.name)}`
}

/**
 * Aborts the running move inside its part (Code 236 for the mover) and blocks all further moves of the table until
 * START MOVES, including TTL moves. KILL QUERY cannot do this. Always paired: first record that START is owed.
 */
export function stopMovesStatement(at: TableRef): Statement {
  return { sql: `SYSTEM STOP MOVES ${qualifiedName(at.database, at.table)}`, params: {} }
}

export function startMovesStatement(at: TableRef): Statement {
  return { sql: `SYSTEM START MOVES ${qualifiedName(at.database, at.table)}`, params: {} }
}
