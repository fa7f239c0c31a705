import { type ColdQueryRow, coldQueries } from '@frostline/clickhouse'
import { hitRatio } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { compareValues } from '../platform/reading/compare.ts'
import { hoursBefore } from '../platform/reading/move-views.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import { type ColdQuery, type ColdQueryList, coldQueriesInput } from './schema.ts'

/** Of each node, and then of all together. */
const maxOfNode = 200
const maxShown = 50

/** query_log may be large, so reading it may take longer than a page's usual budget. */
const budgetMs = 32_000

/** The queries that read the most from object storage, over all nodes that have a query_log. */
export async function listColdQueries(
  ctx: ServiceContext,
  given: z.input<typeof coldQueriesInput>,
): Promise<ColdQueryList> {
  const { cluster, hours } = await authorizeInput(ctx, 'viewer', coldQueriesInput, given)
  const since = hoursBefore(ctx.now(), hours)
  const { envelope, coverage, readings } = await readCluster(
    ctx,
    { cluster, fresh: true, budgetMs },
    (reader) => reader.askIfOffered(coldQueries, { since, limit: maxOfNode }),
  )
  const merged = new Map<string, ColdQuery>()
  for (const { node, value } of readings)
    for (const row of value ?? []) {
      const key = `${row.hash} ${row.is_initial}`
      merged.set(key, addRow(merged.get(key), node.name, row))
    }
  const sorted = [...merged.values()].toSorted(
    (a, b) => compareValues(b.storeBytes, a.storeBytes) || compareValues(a.hash, b.hash),
  )
  return {
    ...envelope,
    data: {
      coverage,
      since,
      nodesWithoutLog: readings.flatMap(({ node, value }) => (value === null ? [node.name] : [])),
      found: sorted.length,
      queries: sorted.slice(0, maxShown),
    },
  }
}

function addRow(sum: ColdQuery | undefined, node: string, row: ColdQueryRow): ColdQuery {
  const cacheBytes = (sum?.cacheBytes ?? 0n) + row.cache_bytes
  const missedBytes = (sum?.missedBytes ?? 0n) + row.missed_bytes
  const isLatest = !sum || row.latest_at > sum.latestAt
  return {
    hash: String(row.hash),
    initial: row.is_initial,
    normalized: sum?.normalized ?? row.normalized,
    latest: isLatest ? row.latest : sum.latest,
    latestAt: isLatest ? row.latest_at : sum.latestAt,
    users: [...new Set([...(sum?.users ?? []), ...row.users])].toSorted(compareValues),
    nodes: [...(sum?.nodes ?? []), node],
    runs: (sum?.runs ?? 0n) + row.runs,
    failed: (sum?.failed ?? 0n) + row.failed,
    storeBytes: (sum?.storeBytes ?? 0n) + row.store_bytes,
    cacheBytes,
    missedBytes,
    hitRatio: hitRatio(cacheBytes, missedBytes),
    storeRequests: (sum?.storeRequests ?? 0n) + row.store_requests,
    durationMs: (sum?.durationMs ?? 0n) + row.duration_ms,
  }
}
