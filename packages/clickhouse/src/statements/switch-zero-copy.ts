import { qualifiedName } from '../sql/qualified-name.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/**
 * Turns the setting on or off for the replica on this node only. Off while replicas share objects, each removes objects that
 * the others still need (26.7): the caller must have seen that none are shared.
 */
export function switchZeroCopyStatement({ database, table }: TableRef, on: boolean): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(database, table)} MODIFY SETTING allow_remote_fs_zero_copy_replication = ${on ? 1 : 0}`,
    params: {},
  }
}
