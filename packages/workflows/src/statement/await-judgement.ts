import { QueryFailedError } from '@frostline/clickhouse'
import { type ConnectedNode, findStoredFault } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import type { StatementTask } from './drive-statement.ts'

export type Judgement = { kind: 'passed' } | { kind: 'refused'; fault: string } | { kind: 'stopped' }

/** Has the node judge a stored SELECT before it is sent. Waits for a node that does not answer. */
export async function awaitJudgement(
  task: StatementTask,
  node: ConnectedNode,
  what: string,
  sql: string,
): Promise<Judgement> {
  const backoff = new Backoff(500, 30_000)
  while (!(await task.stopped())) {
    try {
      const fault = await findStoredFault(node, what, sql)
      await task.wait(node.name, null)
      return fault === null ? { kind: 'passed' } : { kind: 'refused', fault }
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error
      await task.wait(node.name, `${node.name} does not answer. Waiting for it.`)
      await pause(backoff.next(), () => task.stopped())
    }
  }
  return { kind: 'stopped' }
}
