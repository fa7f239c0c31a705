import { type CommandRequest, QueryFailedError } from '@frostline/clickhouse'
import { type ConnectedNode, findKnownSettings } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import type { StatementTask } from './drive-statement.ts'

export type StatementSettings = NonNullable<CommandRequest['settings']>

/**
 * The settings that the node's version knows. Waits for a node that does not answer. Null: a person has stopped it for
 * now.
 */
export async function awaitSettings(
  task: StatementTask,
  node: ConnectedNode,
  wanted: StatementSettings,
): Promise<StatementSettings | null> {
  const backoff = new Backoff(500, 30_000)
  while (!(await task.stopped())) {
    try {
      const known = await findKnownSettings(node, wanted)
      await task.wait(node.name, null)
      return known
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error
      await task.wait(node.name, `${node.name} does not answer. Waiting for it.`)
      await pause(backoff.next(), () => task.stopped())
    }
  }
  return null
}
