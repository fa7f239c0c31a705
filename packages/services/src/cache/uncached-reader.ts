import type { ConnectedNode } from '../platform/cluster/cluster-connection.ts'
import type { NodeReader } from '../platform/reading/node-reader.ts'

/**
 * Timeout of the first query of a long inspection: a healthy node answers from memory in milliseconds, and one that
 * hangs is detected by then without delaying the others.
 */
export const firstAnswerMs = 5_000

/**
 * Queries the node itself, bypassing the answers that pages share. `timeoutMs` omitted: as long as a query may take.
 */
export function createUncachedReader({ client }: ConnectedNode, timeoutMs?: number): Pick<NodeReader, 'ask'> {
  const options = timeoutMs === undefined ? {} : { timeoutMs }
  return { ask: async (query, params) => (await client.query(query, params, options)).rows }
}
