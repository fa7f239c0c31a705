import { randomUUID } from 'node:crypto'
import { flushLogsStatement, type RunCountersRow, runCounters } from '@frostline/clickhouse'
import type { RunFigures } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { SentStatement } from '../statement/drive-statement.ts'
import { untilLogged } from './until-logged.ts'

export type MeasuredFigures = Omit<RunFigures, 'cachedBeforeBytes'>

/**
 * What a finished statement cost, over all nodes: any may have run a part of it. No figures where one of them has no
 * log or is unreachable, or the receiving node has no entry for it.
 */
export async function readRunFigures(
  nodes: readonly ConnectedNode[],
  own: ConnectedNode,
  sent: SentStatement,
): Promise<{ elapsedMs: number | null; figures: MeasuredFigures | null }> {
  const counted = await untilLogged(
    () => Promise.all(nodes.map((node) => readCounters(node, sent))),
    (rows) => rows[nodes.indexOf(own)] !== undefined,
  )
  const first = counted[nodes.indexOf(own)]
  if (!first) return { elapsedMs: null, figures: null }
  if (counted.some((row) => row === null)) return { elapsedMs: first.elapsed_ms, figures: null }
  const rows = counted.flatMap((row) => row ?? [])
  const sum = (pick: (row: RunCountersRow) => bigint) => rows.reduce((total, row) => total + pick(row), 0n)
  return {
    elapsedMs: first.elapsed_ms,
    figures: {
      readRows: first.read_rows,
      readBytes: first.read_bytes,
      resultRows: first.result_rows,
      storeBytes: sum((row) => row.store_bytes),
      missedBytes: sum((row) => row.missed_bytes),
      cacheBytes: sum((row) => row.cache_bytes),
      storeRequests: sum((row) => row.store_requests),
      memoryBytes: sum((row) => row.memory_bytes),
      cpuMs: rows.reduce((total, row) => total + row.cpu_ms, 0),
    },
  }
}

/** Null: the node does not have them. Undefined: it had no part in it. */
async function readCounters(
  node: ConnectedNode,
  { queryId, sentAt }: SentStatement,
): Promise<RunCountersRow | null | undefined> {
  try {
    await node.client.command({ ...flushLogsStatement(), queryId: randomUUID(), timeoutMs: 10_000 })
    const since = new Date(sentAt.getTime() - 3_600_000)
    const { rows } = await node.client.query(runCounters, { query_ids: [queryId], since })
    return rows[0]
  } catch {
    return null
  }
}
