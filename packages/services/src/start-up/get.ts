import { keptStarts } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { firstRow } from '../reading/first-row.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { describeNode } from './describe-node.ts'
import { closeLookMs, lookMs } from './look-times.ts'
import { readScene } from './read-scene.ts'
import { getNodeStartUpInput, type NodeStartUp } from './schema.ts'
import { toNodeStart } from './to-measured.ts'

/**
 * One node: what makes its start slow, what would shorten it, and how long its starts took.
 * @throws ServiceError `not_found` when the cluster has no node of that name.
 */
export async function getNodeStartUp(
  ctx: ServiceContext,
  given: z.input<typeof getNodeStartUpInput>,
): Promise<NodeStartUp> {
  await authorize(ctx, 'viewer')
  const input = parseInput(getNodeStartUpInput, given)
  const { cluster, readings, envelope } = await readCluster(ctx, { ...input, nodes: [input.node] }, readScene)
  const key = { clusterId: cluster.id, nodeName: input.node }
  const [watches, starts] = await Promise.all([
    ctx.db.nodeWatch.findMany({ where: key }),
    ctx.db.nodeStart.findMany({ where: key, orderBy: { startedAt: 'desc' }, take: keptStarts }),
  ])
  const node = firstRow(envelope.nodes, 'the list of nodes')
  return {
    ...envelope,
    data: {
      ...describeNode(node, { readings, watches, starts, readAt: envelope.observedAt }),
      starts: starts.map(toNodeStart),
      startsKept: keptStarts,
      lookSeconds: lookMs / 1000,
      awayLookSeconds: closeLookMs / 1000,
    },
  }
}
