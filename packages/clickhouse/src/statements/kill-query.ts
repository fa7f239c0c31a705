import type { Statement } from './statement.ts'

/**
 * Asks the server to stop a query and returns at once. It does not stop a move (every part still moves, then Code
 * 394): use SYSTEM STOP MOVES for that. On the initiator it stops a load on all shards.
 */
export function killQueryStatement(queryId: string): Statement {
  return { sql: 'KILL QUERY WHERE query_id = {query_id: String} ASYNC', params: { query_id: queryId } }
}

/**
 * The same for the parts that a statement has on this node, whichever node it was sent to: a shard goes on by itself when
 * its initiator is gone.
 */
export function killByInitialIdStatement(queryIds: readonly string[]): Statement {
  return {
    sql: 'KILL QUERY WHERE has({query_ids: Array(String)}, initial_query_id) ASYNC',
    params: { query_ids: queryIds },
  }
}
