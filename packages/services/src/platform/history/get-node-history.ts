import { nodeCounters, replicaSums, runningMoves } from '@frostline/clickhouse'
import { nodeSamples, readFirstSamples, readSteps } from '@frostline/db'
import { addUpNodes, layOutSteps } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { findNodeName } from './find-node-name.ts'
import { frameHistory, resolveSpan, showQuery, toPoints, toSampleSpan } from './frame-history.ts'
import { type HistoryTimes, type NodeHistory, nodeHistoryInput, nodesHistoryInput } from './history-schema.ts'

/**
 * Parts, moves, replication queue and requests to object storage of a node over time.
 * @throws ServiceError `not_found` for an unknown cluster or node.
 */
export async function getNodeHistory(
  ctx: ServiceContext,
  given: z.input<typeof nodeHistoryInput>,
): Promise<NodeHistory> {
  const input = await authorizeInput(ctx, 'viewer', nodeHistoryInput, given)
  const cluster = await ctx.clusters.get(input.cluster)
  const nodeName = findNodeName(cluster, input.node)
  return readNodes(ctx, cluster.id, [nodeName], input, { nodeName })
}

/**
 * The same of all nodes of a cluster together. Where a node was not read there is a gap, since a sum without it would look like a drop.
 * @throws ServiceError `not_found` for an unknown cluster.
 */
export async function getNodesHistory(
  ctx: ServiceContext,
  given: z.input<typeof nodesHistoryInput>,
): Promise<NodeHistory> {
  const input = await authorizeInput(ctx, 'viewer', nodesHistoryInput, given)
  const cluster = await ctx.clusters.get(input.cluster)
  const names = cluster.nodes.map(({ name }) => name)
  return readNodes(ctx, cluster.id, names, input)
}

async function readNodes(
  ctx: ServiceContext,
  clusterId: string,
  names: readonly string[],
  times: HistoryTimes,
  only?: { nodeName: string },
): Promise<NodeHistory> {
  const span = resolveSpan(ctx.now(), times)
  const [rows, firsts, reading] = await Promise.all([
    readSteps(ctx.db, nodeSamples, clusterId, toSampleSpan(span), only),
    readFirstSamples(ctx.db, nodeSamples, clusterId, span.grain, only),
    ctx.db.nodeReading.findFirst({
      where: { clusterId, nodeName: { in: [...names] } },
      orderBy: { at: 'desc' },
      select: { at: true },
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
      names.map((name) => [name, firsts.find(({ nodeName }) => nodeName === name)?.at.getTime() ?? null]),
    ),
    span,
    addUpNodes,
  )
  return {
    ...frameHistory(span, {
      observedAt: reading?.at ?? null,
      gaps,
      queries: [showQuery(nodeCounters), showQuery(runningMoves), showQuery(replicaSums)],
      every: 'once a minute',
    }),
    points: toPoints(points),
  }
}
