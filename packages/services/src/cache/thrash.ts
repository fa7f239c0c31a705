import { type CacheDownloadsRow, cacheDownloads, copyableSql, nodeCounters } from '@frostline/clickhouse'
import { hitRatio, judgeThrash } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { type CacheSum, sumCaches } from '../platform/history/sum-caches.ts'
import { hoursBefore } from '../platform/reading/move-views.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import { type CacheThrash, cacheThrashInput } from './schema.ts'

/** The log may be large, so reading it may take longer than a page's usual budget. */
const budgetMs = 32_000

/**
 * Whether caches evict data that is read again. Uses the worker's samples, which cost the cluster nothing, and on
 * request the log of each node, which alone distinguishes repeated data from new data.
 */
export async function getCacheThrash(
  ctx: ServiceContext,
  given: z.input<typeof cacheThrashInput>,
): Promise<CacheThrash> {
  const { cluster: key, hours, log } = await authorizeInput(ctx, 'viewer', cacheThrashInput, given)
  const since = hoursBefore(ctx.now(), hours)
  const cluster = await ctx.clusters.get(key)
  const sums = new Map(
    (await sumCaches(ctx.db, cluster.id, since, ctx.now())).map((sum) => [sum.nodeName, sum] as const),
  )
  const reading = log
    ? await readCluster(ctx, { cluster: key, fresh: true, budgetMs }, (reader) =>
        reader.askIfOffered(cacheDownloads, { since }),
      )
    : null
  const nodes = cluster.nodes.map(({ name }) => {
    const found = reading?.readings.find(({ node }) => node.name === name)
    return toNode(
      name,
      sums.get(name),
      reading === null ? 'not-asked' : stateOf(found?.value),
      found?.value?.[0],
    )
  })
  const params = nodeCounters.params.parse({})
  return {
    observedAt: reading?.envelope.observedAt ?? ctx.now(),
    nodes: reading?.envelope.nodes ?? [],
    queries: [
      {
        name: nodeCounters.name,
        sql: copyableSql(nodeCounters.render(params), params),
        node: 'each node, once a minute',
      },
      ...(reading?.envelope.queries ?? []),
    ],
    data: { since, byNode: nodes },
  }
}

type LogState = CacheThrash['data']['byNode'][number]['logState']

function stateOf(rows: CacheDownloadsRow[] | null | undefined): LogState {
  if (rows === undefined) return 'away'
  if (rows === null) return 'none'
  return rows[0] && rows[0].queries > 0n ? 'read' : 'empty'
}

function toNode(
  node: string,
  sum: CacheSum | undefined,
  logState: LogState,
  row: CacheDownloadsRow | undefined,
): CacheThrash['data']['byNode'][number] {
  const counts = sum ? { ...sum, coveredMs: Number(sum.coveredMs) } : null
  const log =
    row && logState === 'read'
      ? {
          queries: row.queries,
          workingSetBytes: row.working_set_bytes,
          downloadedBytes: row.downloaded_bytes,
          againBytes: row.again_bytes,
          againPieces: row.again_pieces,
        }
      : null
  return {
    node,
    ...judgeThrash(counts, log),
    byteHitRatio: sum ? hitRatio(sum.fromCacheBytes, sum.fromStoreBytes) : null,
    counts: counts && {
      coveredMs: counts.coveredMs,
      downloadedBytes: counts.downloadedBytes,
      evictedBytes: counts.evictedBytes,
      limitBytes: counts.limitBytes,
    },
    logState,
    log,
  }
}
