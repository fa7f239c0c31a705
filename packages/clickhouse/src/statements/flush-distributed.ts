import { qualifiedName } from '../sql/qualified-name.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/** Sends on what the Distributed table has queued on this node, and answers when it has arrived or a shard refuses it. */
export function flushDistributedStatement({ database, table }: TableRef): Statement {
  return { sql: `SYSTEM FLUSH DISTRIBUTED ${qualifiedName(database, table)}`, params: {} }
}
