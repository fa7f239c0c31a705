import { qualifiedName } from '../sql/qualified-name.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/**
 * Asks the server to stop a query and returns at once. It does not stop a move (every part still moves, then Code
 * 394): use SYSTEM STOP MOVES for that. On the initiator it stops a load on all shards.
 */
export function killQueryStatement(queryId: string): Statement {
  return { sql: 'KILL QUERY WHERE query_id = {query_id: String} ASYNC', params: { query_id: queryId } }
}

/**
 * The same for the parts of a statement on this node, whichever node it was sent to: a shard continues by itself when
 * its initiator is gone.
 */
export function killByInitialIdStatement(queryIds: readonly string[]): Statement {
  return {
    sql: 'KILL QUERY WHERE has({query_ids: Array(String)}, initial_query_id) ASYNC',
    params: { query_ids: queryIds },
  }
}

/** Flushes the buffers of all system log tables, so that a query of them sees what just happened. */
export function flushLogsStatement(): Statement {
  return { sql: 'SYSTEM FLUSH LOGS', params: {} }
}

/**
 * Reloads the server's configuration: new disks, policies and volumes take effect at once, a smaller policy is an
 * error. The engine as a library rejects it (Code 1): there a restart applies a change.
 */
export function reloadConfigStatement(): Statement {
  return { sql: 'SYSTEM RELOAD CONFIG', params: {} }
}

/**
 * Flushes what the Distributed table has queued on this node, and returns when it has arrived or a shard rejects it.
 */
export function flushDistributedStatement({ database, table }: TableRef): Statement {
  return { sql: `SYSTEM FLUSH DISTRIBUTED ${qualifiedName(database, table)}`, params: {} }
}
