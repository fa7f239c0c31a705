import { randomUUID } from 'node:crypto'
import { type CacheReadsRow, cacheReads, flushLogsStatement } from '@frostline/clickhouse'
import type { ConnectedNode } from '@frostline/services'

type Figures = Omit<CacheReadsRow, 'initial_query_id'>

const nothing: Figures = {
  ...{ store_bytes: 0n, missed_bytes: 0n, cache_bytes: 0n },
  ...{ store_requests: 0n, read_rows: 0n, duration_ms: 0n },
}

/**
 * What a finished statement read on a node. Zero where its log has no such statement; null where it has no log or is
 * unreachable.
 */
export async function readFigures(
  node: ConnectedNode,
  { queryId, sentAt }: { queryId: string; sentAt: Date },
): Promise<Figures | null> {
  try {
    await node.client.command({ ...flushLogsStatement(), queryId: randomUUID(), timeoutMs: 10_000 })
    const since = new Date(sentAt.getTime() - 3_600_000)
    const { rows } = await node.client.query(cacheReads, { query_ids: [queryId], since })
    return rows[0] ?? nothing
  } catch {
    return null
  }
}
