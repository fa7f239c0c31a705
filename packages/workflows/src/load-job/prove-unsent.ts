import { randomUUID } from 'node:crypto'
import {
  dropStagingStatements,
  flushLogsStatement,
  QueryFailedError,
  type StagingNames,
  statementTraces,
  tablesByPrefix,
} from '@frostline/clickhouse'
import { type ConnectedNode, replicatedDdlSettings } from '@frostline/services'

/** It waits for a statement that has just begun there after all. */
const dropTimeoutMs = 30_000

/**
 * Whether a statement that was written down, and does not run, never reached its node. Nothing that was staged has to be read
 * again then.
 *
 *   close → flush → look
 *
 * - close: the tables of the attempt that statements of this node insert into are dropped. Whoever sends it after that gets
 *   Code 60: a worker that was held up, or a network that was. A statement that holds one of them is waited for by the server.
 * - look: no process, and no entry of the log; and the log would have one. The node has run since before the attempt, its log
 *   leaves nothing out, and has the drop, which came after.
 *
 * `maybe` is everything else. The doors that are closed stay closed: what is sent next goes through tables of other names.
 */
export async function proveUnsent(
  node: ConnectedNode,
  statement: { queryId: string; database: string; names: StagingNames; throughOutput: boolean },
): Promise<'unsent' | 'maybe' | 'away'> {
  const { database, names } = statement
  try {
    const { rows } = await node.client.query(tablesByPrefix, { database, prefix: `${names.data}_` })
    // The views stay: a statement that has begun writes all of its rows, or none.
    const isDoor = statement.throughOutput ? /_out\d*$/ : /_in\d*$/
    // Also where it is gone by now: its entry of the log is looked for.
    const last = statement.throughOutput ? names.output : names.input
    const doors = rows.flatMap(({ name }) => (isDoor.test(name) && name !== last ? [name] : []))
    let witness = ''
    for (const drop of dropStagingStatements(database, [...doors, last]).flat()) {
      witness = `frostline-load-${randomUUID()}`
      const outcome = await node.client.command({
        ...drop,
        queryId: witness,
        settings: replicatedDdlSettings,
        timeoutMs: dropTimeoutMs,
        purpose: 'load-job',
      })
      if (outcome.kind === 'unreachable') return 'away'
      if (outcome.kind !== 'ok') return 'maybe'
    }
    const flushed = await node.client.command({
      ...flushLogsStatement(),
      queryId: randomUUID(),
      timeoutMs: dropTimeoutMs,
    })
    if (flushed.kind !== 'ok') return flushed.kind === 'unreachable' ? 'away' : 'maybe'
    const traces = await node.client.query(statementTraces, {
      query_id: statement.queryId,
      witness_id: witness,
      database,
      table: names.counts,
    })
    const [seen] = traces.rows
    if (!seen || seen.processes > 0n || seen.logged > 0n) return 'maybe'
    return seen.witnessed > 0n && seen.logs_all && seen.up_since_table ? 'unsent' : 'maybe'
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error
    return error.failure.kind === 'refused' ? 'maybe' : 'away'
  }
}
