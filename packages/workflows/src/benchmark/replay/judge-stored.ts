import { QueryFailedError } from '@frostline/clickhouse'
import type { ReplaySpec } from '@frostline/domain'
import { type ConnectedNode, findReplayFault } from '@frostline/services'
import { Backoff, pause } from '../../pause.ts'
import type { BenchmarkTask } from '../benchmark-task.ts'

/**
 * Why a query must not be sent to a node, as a message; null: it may. `stopped`: the pass ended while the node was
 * down.
 */
export type ReplayJudge = (
  node: ConnectedNode,
  text: string,
  signal: AbortSignal,
) => Promise<{ fault: string | null } | 'stopped'>

/**
 * Has each node judge each text once per drive of the replay, not for every run, since it must not affect measurements.
 * Waits for a node that is down: a query that was not sent has not failed.
 */
export function createReplayJudge(
  task: Pick<BenchmarkTask, 'stopped' | 'wait'>,
  { rules }: Pick<ReplaySpec, 'rules'>,
): ReplayJudge {
  const judged = new Map<string, Promise<string | null>>()
  async function judgeOnce(node: ConnectedNode, text: string): Promise<string | null> {
    const key = `${node.name}\n${text}`
    const verdict = judged.get(key) ?? findReplayFault(node, text, rules)
    judged.set(key, verdict)
    try {
      return await verdict
    } catch (error) {
      judged.delete(key)
      throw error
    }
  }
  return async (node, text, signal) => {
    const backoff = new Backoff(500, 30_000)
    let waited = false
    const isOver = async () => signal.aborted || (await task.stopped())
    do {
      try {
        const fault = await judgeOnce(node, text)
        if (waited) await task.wait(node.name, null)
        return { fault }
      } catch (error) {
        if (!(error instanceof QueryFailedError)) throw error
        waited = true
        await task.wait(node.name, `${node.name} does not answer. Waiting for it.`)
        await pause(backoff.next(), isOver)
      }
    } while (!(await isOver()))
    return 'stopped'
  }
}
