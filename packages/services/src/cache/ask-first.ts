import type { ConnectedNode } from '../cluster/cluster-connection.ts'
import type { NodeReader } from '../reading/node-reader.ts'

/** What a healthy node answers from memory takes milliseconds. */
const firstAnswerMs = 5_000

/**
 * Asks the node itself, past the answers that pages share. With a short limit, for the first question of a long look: a
 * node that hangs is known to by then, and does not hold up the others.
 */
export function askFirst(node: ConnectedNode): Pick<NodeReader, 'ask'> {
  return {
    ask: async (query, params) => (await node.client.query(query, params, { timeoutMs: firstAnswerMs })).rows,
  }
}
