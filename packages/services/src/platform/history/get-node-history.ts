import { nodeCounters, replicaSums, runningMoves } from '@frostline/clickhouse'
import { nodeSamples, readFirstSamples, readSteps } from '@frostline/db'
import { addUpNodes, layOutSteps } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { findNodeName } from './find-node-name.ts'
import { frameHistory, resolveSpan, showQuery, toPoints, toSampleSpan } from './frame-history.ts'
import { type NodeHistory, nodeHistoryInput } from './history-schema.ts'

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
  const span = resolveSpan(ctx.now(), input)
  const [rows, [first], reading] = await Promise.all([
    readSteps(ctx.db, nodeSamples, cluster.id, toSampleSpan(span), { nodeName }),
    readFirstSamples(ctx.db, nodeSamples, cluster.id, span.grain, { nodeName }),
    ctx.db.nodeReading.findUnique({
      where: { clusterId_nodeName: { clusterId: cluster.id, nodeName } },
      select: { at: true },
    }),
  ])
  const { points, gaps } = layOutSteps(
    rows.map(({ at, coveredMs, ...counted }) => ({
      ...counted,
      subject: nodeName,
      atMs: at.getTime(),
      coveredMs: Number(coveredMs),
    })),
    new Map([[nodeName, first?.at.getTime() ?? null]]),
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
