import { copyableSql, nodeCounters } from '@frostline/clickhouse'
import { readCacheHistory, readFirstCacheSamples } from '@frostline/db'
import { cacheRanges, cacheRowsPerDay, layOutHistory, maxCacheRows } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { ServiceError } from '../platform/base/service-error.ts'
import { type CacheHistory, cacheHistoryInput } from './schema.ts'

/**
 * The caches over time, from the worker's samples per minute.
 * @throws ServiceError `not_found` for an unknown cluster or node.
 */
export async function getCacheHistory(
  ctx: ServiceContext,
  given: z.input<typeof cacheHistoryInput>,
): Promise<CacheHistory> {
  const input = await authorizeInput(ctx, 'viewer', cacheHistoryInput, given)
  const cluster = await ctx.clusters.get(input.cluster)
  const names = cluster.nodes.map(({ name }) => name)
  if (input.node !== undefined && !names.includes(input.node))
    throw new ServiceError('not_found', `${cluster.name} has no node ${input.node}.`, {
      hint: 'Choose one from the list of nodes.',
    })
  const { grain, stepSeconds, steps } = cacheRanges[input.range]
  const stepMs = stepSeconds * 1000
  const nowMs = ctx.now().getTime()
  const toMs = (Math.floor(nowMs / stepMs) + 1) * stepMs
  const fromMs = toMs - steps * stepMs
  const [rows, first, readings] = await Promise.all([
    readCacheHistory(ctx.db, cluster.id, { grain, from: new Date(fromMs), stepSeconds }),
    readFirstCacheSamples(ctx.db, cluster.id, grain),
    ctx.db.cacheReading.findMany({ where: { clusterId: cluster.id }, select: { nodeName: true, at: true } }),
  ])
  const shown = input.node === undefined ? names : [input.node]
  const { points, gaps } = layOutHistory(
    rows.map(({ nodeName, at, coveredMs, ...counted }) => ({
      ...counted,
      node: nodeName,
      atMs: at.getTime(),
      coveredMs: Number(coveredMs),
    })),
    new Map(shown.map((name) => [name, first.get(name)?.getTime() ?? null])),
    { fromMs, toMs, stepMs, nowMs },
  )
  const params = nodeCounters.params.parse({})
  const latestMs = Math.max(
    0,
    ...readings.filter(({ nodeName }) => shown.includes(nodeName)).map(({ at }) => at.getTime()),
  )
  return {
    observedAt: latestMs === 0 ? null : new Date(latestMs),
    stepSeconds,
    nodeNames: names,
    points: points.map(({ atMs, ...point }) => ({ at: new Date(atMs), ...point })),
    gaps: gaps.map(({ node, fromMs: from, toMs: to }) => ({ node, from: new Date(from), to: new Date(to) })),
    rowsPerDay: cacheRowsPerDay,
    rowsAtMost: maxCacheRows,
    queries: [
      {
        name: nodeCounters.name,
        sql: copyableSql(nodeCounters.render(params), params),
        node: 'each node, once a minute',
      },
    ],
  }
}
