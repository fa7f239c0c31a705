import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/** The grant that each needs, from requiredGrants. */
export const replicaRepairAccess = {
  sync: 'SYSTEM SYNC REPLICA',
  restart: 'SYSTEM RESTART REPLICA',
  restore: 'SYSTEM RESTORE REPLICA',
  drop: 'SYSTEM DROP REPLICA',
} as const

/**
 * Applies to the replica on the receiving node; a drop to the named replica, through a node that has another one.
 * `receive_timeout` is how long SYNC waits (26.7; default 300 s), then it fails with code 159.
 */
export function replicaRepairStatement(
  kind: keyof typeof replicaRepairAccess,
  { database, table }: TableRef,
  { replicaName, limitSeconds }: { replicaName: string; limitSeconds: number },
): Statement & { settings: Record<string, number> } {
  const name = qualifiedName(database, table)
  const access = replicaRepairAccess[kind]
  return {
    sql: kind === 'drop' ? `${access} ${quoteString(replicaName)} FROM TABLE ${name}` : `${access} ${name}`,
    params: {},
    settings: kind === 'sync' ? { receive_timeout: limitSeconds } : {},
  }
}
