import { randomUUID } from 'node:crypto'
import {
  flushLogsStatement,
  QueryFailedError,
  type ReplayCountersRow,
  replayCounters,
} from '@frostline/clickhouse'
import { type BenchmarkStep, recordReplayCounters } from '@frostline/db'
import { replayPassPrefix } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { BenchmarkTask } from '../benchmark-task.ts'
import { untilLogged } from '../until-logged.ts'

/**
 * The servers' counters for the queries of a pass, over all nodes of the target: any may have run a part of one.
 * Nothing is written if one of them has none: a partial sum would look complete.
 */
export async function collectCounters(
  { deps, run }: BenchmarkTask,
  nodes: readonly ConnectedNode[],
  { ordinal, sentAt }: BenchmarkStep,
): Promise<void> {
  const { startedAt } = await deps.db.run.findUniqueOrThrow({ where: { id: run.id } })
  const since = new Date((sentAt ?? startedAt ?? deps.now()).getTime() - 3_600_000)
  const prefix = replayPassPrefix({ benchmarkId: run.id, step: ordinal })
  const ended = await deps.db.replayRun.findMany({
    where: { benchmarkId: run.id, step: ordinal },
    select: { place: true, attempt: true, error: true },
  })
  const keys = ended.map(({ place, attempt }) => `${place}-${attempt}`)
  const summed = await untilLogged(
    async () => {
      const ofNodes = await Promise.all(nodes.map((node) => readCounters(node, { prefix, since })))
      return ofNodes.some((rows) => rows === null)
        ? null
        : sumByKey(
            prefix,
            ofNodes.flatMap((rows) => rows ?? []),
          )
    },
    (found) => found === null || ended.every(({ error }, at) => error !== null || found.has(keys[at] ?? '')),
  )
  if (summed === null) return
  const counted = ended.flatMap(({ place }, at) => {
    const row = summed.get(keys[at] ?? '')
    return row ? [toCounters(ordinal, place, row)] : []
  })
  await recordReplayCounters(deps.db, run, ordinal, counted)
}

/** By `place-attempt`: any node may have run a part of a query. */
function sumByKey(prefix: string, rows: readonly ReplayCountersRow[]): Map<string, ReplayCountersRow> {
  const summed = new Map<string, ReplayCountersRow>()
  for (const row of rows) {
    const key = row.query_id.slice(prefix.length)
    const sum = summed.get(key)
    summed.set(key, sum ? add(sum, row) : row)
  }
  return summed
}

/** Null: the node does not have them. */
async function readCounters(
  node: ConnectedNode,
  params: { prefix: string; since: Date },
): Promise<ReplayCountersRow[] | null> {
  try {
    await node.client.command({ ...flushLogsStatement(), queryId: randomUUID(), timeoutMs: 10_000 })
    return (await node.client.query(replayCounters, params)).rows
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error
    return null
  }
}

function add(a: ReplayCountersRow, b: ReplayCountersRow): ReplayCountersRow {
  return {
    query_id: a.query_id,
    server_ms: Math.max(a.server_ms, b.server_ms),
    read_rows: a.read_rows + b.read_rows,
    read_bytes: a.read_bytes + b.read_bytes,
    result_rows: a.result_rows + b.result_rows,
    store_bytes: a.store_bytes + b.store_bytes,
    missed_bytes: a.missed_bytes + b.missed_bytes,
    cache_bytes: a.cache_bytes + b.cache_bytes,
    store_requests: a.store_requests + b.store_requests,
    memory_bytes: a.memory_bytes + b.memory_bytes,
  }
}

function toCounters(step: number, place: number, row: ReplayCountersRow) {
  return {
    ...{ step, place, serverMs: row.server_ms > 0 ? row.server_ms : null },
    ...{ readRows: row.read_rows, readBytes: row.read_bytes, resultRows: row.result_rows },
    ...{ storeBytes: row.store_bytes, missedBytes: row.missed_bytes, cacheBytes: row.cache_bytes },
    ...{ storeRequests: row.store_requests, memoryBytes: row.memory_bytes },
  }
}
