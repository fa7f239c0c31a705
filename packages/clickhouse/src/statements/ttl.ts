import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/**
 * Sets the TTL of a table as metadata only: existing parts keep the TTL information that they have. The TTL is SQL;
 * pass only a normalized one. On a replicated table one replica replicates it to the others of its shard; alter_sync =
 * 1 keeps it from waiting for one that is down (with 2 it then ends in code 341).
 */
export function modifyTtlStatement(at: TableRef, ttl: string): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(at.database, at.table)} MODIFY TTL ${ttl} SETTINGS materialize_ttl_after_modify = 0, alter_sync = 1`,
    params: {},
  }
}

export function removeTtlStatement(at: TableRef): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(at.database, at.table)} REMOVE TTL SETTINGS alter_sync = 1`,
    params: {},
  }
}

/**
 * Starts a mutation that reads and rewrites every part as a whole (seen on 26.7, also for a TTL that only moves and
 * with materialize_ttl_recalculate_only), removes expired rows and gives parts their TTL information. It returns at
 * once: by default 26.7 waits for its end (mutations_sync = 1), and returns code 341 when it or one before it fails.
 * MODIFY TTL with materialize_ttl_after_modify = 1 is not enough: it does nothing for a TTL set before.
 */
export function materializeTtlStatement(at: TableRef): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(at.database, at.table)} MATERIALIZE TTL SETTINGS mutations_sync = 0`,
    params: {},
  }
}

/** The same for the parts of one partition only. */
export function materializeTtlInPartitionStatement(at: TableRef, partitionId: string): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(at.database, at.table)} MATERIALIZE TTL IN PARTITION ID {partition_id: String}`,
    params: { partition_id: partitionId },
  }
}

/**
 * Changes the policy of a table on this node only: settings are not replicated, even for replicated tables. Moves
 * nothing. Code 36 when the new policy lacks a volume or disk of the old one, 478 when the node does not know it.
 */
export function modifyStoragePolicyStatement(at: TableRef, policy: string): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(at.database, at.table)} MODIFY SETTING storage_policy = ${quoteString(policy)}`,
    params: {},
  }
}

/**
 * Turns the setting on or off for the replica on this node only. Turned off while replicas share objects, each removes
 * objects that the others still need (26.7): the caller must have verified that none are shared.
 */
export function switchZeroCopyStatement({ database, table }: TableRef, on: boolean): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(database, table)} MODIFY SETTING allow_remote_fs_zero_copy_replication = ${on ? 1 : 0}`,
    params: {},
  }
}
