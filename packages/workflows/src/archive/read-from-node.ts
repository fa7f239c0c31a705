import { randomUUID } from 'node:crypto'
import { type QueryDefinition, QueryFailedError, type SqlParams } from '@frostline/clickhouse'
import type { ConnectedNode } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import type { RunTask } from '../run/run-task.ts'

const lookEveryMs = 500
const maxRefusals = 3

export type LongRead<Row> =
  | { kind: 'ok'; rows: Row[] }
  /** A person has stopped it. */
  | { kind: 'stopped' }
  /** The server rejected it several times. */
  | { kind: 'refused'; message: string }

/** A read that may take hours. It changes nothing: it is sent again after a failure, and killed when a person stops the run. */
export async function readFromNode<In, Params extends SqlParams, Row>(
  task: RunTask,
  node: ConnectedNode,
  query: QueryDefinition<In, Params, Row>,
  params: In,
  what: string,
): Promise<LongRead<Row>> {
  const backoff = new Backoff(500, 30_000)
  for (let refusals = 0; !(await task.stopped()); ) {
    const stopping = new AbortController()
    const watching = watch(task, stopping)
    try {
      const { rows } = await node.client.query(query, params, {
        queryId: `frostline-archive-${randomUUID()}`,
        signal: stopping.signal,
      })
      await task.wait(node.name, null)
      return { kind: 'ok', rows }
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error
      if (stopping.signal.aborted) return { kind: 'stopped' }
      if (error.failure.kind === 'refused' && ++refusals >= maxRefusals)
        return { kind: 'refused', message: error.message }
      await task.wait(node.name, `${what}: ${error.message}`)
    } finally {
      watching.end()
    }
    await pause(backoff.next(), () => task.stopped())
  }
  return { kind: 'stopped' }
}

/** Ends the read when a person has stopped the run, or another worker has it. */
function watch(task: RunTask, stopping: AbortController): { end: () => void } {
  const timer = setInterval(() => {
    task.stopped().then(
      (stopped) => stopped && stopping.abort(),
      () => stopping.abort(),
    )
  }, lookEveryMs)
  return { end: () => clearInterval(timer) }
}
