import { nodeCounters } from '@frostline/clickhouse'
import { cacheSamples, readFirstSamples, readSteps } from '@frostline/db'
import { addUpCaches, layOutSteps, sampleRowsPerDay } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { findNodeName } from '../platform/history/find-node-name.ts'
import {
  frameHistory,
  resolveSpan,
  showQuery,
  toPoints,
  toSampleSpan,
} from '../platform/history/frame-history.ts'
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
  const shown = input.node === undefined ? names : [findNodeName(cluster, input.node)]
  const span = resolveSpan(ctx.now(), input)
  const [rows, firsts, readings] = await Promise.all([
    readSteps(ctx.db, cacheSamples, cluster.id, toSampleSpan(span)),
    readFirstSamples(ctx.db, cacheSamples, cluster.id, span.grain),
    ctx.db.nodeReading.findMany({
      where: { clusterId: cluster.id, nodeName: { in: shown } },
      select: { at: true },
      orderBy: { at: 'desc' },
      take: 1,
    }),
  ])
  const { points, gaps } = layOutSteps(
    rows.map(({ nodeName, at, coveredMs, ...counted }) => ({
      ...counted,
      subject: nodeName,
      atMs: at.getTime(),
      coveredMs: Number(coveredMs),
    })),
    new Map(
      shown.map((name) => [name, firsts.find(({ nodeName }) => nodeName === name)?.at.getTime() ?? null]),
    ),
    span,
    addUpCaches,
  )
  return {
    ...frameHistory(span, {
      observedAt: readings[0]?.at ?? null,
      gaps,
      queries: [showQuery(nodeCounters)],
      every: 'once a minute',
    }),
    nodeNames: names,
    points: toPoints(points),
    rowsPerDay: sampleRowsPerDay(),
  }
}
