import type { ConnectedNode } from '../cluster/cluster-connection.ts'
import type { NodeReader } from '../reading/node-reader.ts'

/**
 * For the first question of a long look: what a healthy node answers from memory takes milliseconds, and one that hangs is
 * known to by then and does not hold up the others.
 */
export const firstAnswerMs = 5_000

/** Asks the node itself, past the answers that pages share. `timeoutMs` left out: as long as a query may take. */
export function askPast({ client }: ConnectedNode, timeoutMs?: number): Pick<NodeReader, 'ask'> {
  const options = timeoutMs === undefined ? {} : { timeoutMs }
  return { ask: async (query, params) => (await client.query(query, params, options)).rows }
}
