import { setMaxListeners } from 'node:events'
import type { Failure, ServerError } from './client/failure.ts'
import type { NodeClient } from './client/node-client.ts'
import { QueryFailedError } from './client/query-failed.ts'

/** The result of one node. A missing value is a state of its own, never zero rows. */
export type NodeOutcome<Value> =
  | { node: string; state: 'ok'; value: Value; elapsedMs: number }
  | { node: string; state: 'refused'; error: ServerError; message: string; elapsedMs: number }
  | { node: string; state: 'unreachable' | 'timeout' | 'failed'; message: string; elapsedMs: number }

/**
 * Queries each node once, all at the same time, and waits for none longer than the budget. Never throws because of a
 * node: `unreachable` (no connection), `timeout` (no response in time), `refused` (the server's exception), `failed`
 * (connection lost, or rows of an unknown shape). Results are in node order.
 */
export async function fanOut<Value>(
  nodes: readonly NodeClient[],
  ask: (node: NodeClient, signal: AbortSignal) => Promise<Value>,
  options: { budgetMs: number },
): Promise<NodeOutcome<Value>[]> {
  return await Promise.all(nodes.map((node) => askOne(node, ask, options.budgetMs)))
}

async function askOne<Value>(
  node: NodeClient,
  ask: (node: NodeClient, signal: AbortSignal) => Promise<Value>,
  budgetMs: number,
): Promise<NodeOutcome<Value>> {
  const started = performance.now()
  const budget = new AbortController()
  // Every query of the node adds a listener until it ends; ten of them are no leak.
  setMaxListeners(0, budget.signal)
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<'timed out'>((resolve) => {
    timer = setTimeout(() => {
      resolve('timed out')
      budget.abort()
    }, budgetMs)
  })
  const elapsedMs = () => performance.now() - started
  const work = ask(node, budget.signal).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  )
  try {
    const first = await Promise.race([work, timedOut])
    if (first === 'timed out') {
      const message = `${node.name} gave no answer within ${budgetMs} ms`
      return { node: node.name, state: 'timeout', message, elapsedMs: elapsedMs() }
    }
    if ('value' in first) return { node: node.name, state: 'ok', value: first.value, elapsedMs: elapsedMs() }
    return { ...failed(node.name, first.thrown), elapsedMs: elapsedMs() }
  } finally {
    clearTimeout(timer)
  }
}

type FailedOutcome =
  | { node: string; state: 'refused'; error: ServerError; message: string }
  | { node: string; state: 'unreachable' | 'timeout' | 'failed'; message: string }

function failed(node: string, thrown: unknown): FailedOutcome {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (!(thrown instanceof QueryFailedError)) return { node, state: 'failed', message }
  const failure: Failure = thrown.failure
  if (failure.kind === 'refused') return { node, state: 'refused', error: failure.error, message }
  if (failure.kind === 'unreachable') return { node, state: 'unreachable', message }
  return { node, state: failure.timedOut ? 'timeout' : 'failed', message }
}
