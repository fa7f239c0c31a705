import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { describeNode } from './describe-node.ts'
import { readScene } from './read-scene.ts'
import { listStartUpInput, type StartUpList, startUpSummary } from './schema.ts'
import { toNodeStart } from './to-measured.ts'

/** Of every node: how long its next start will take by what it holds now, and how long the last one took. */
export async function listStartUp(
  ctx: ServiceContext,
  given: z.input<typeof listStartUpInput>,
): Promise<StartUpList> {
  await authorize(ctx, 'viewer')
  const input = parseInput(listStartUpInput, given)
  const { cluster, readings, coverage, envelope } = await readCluster(ctx, input, readScene)
  const [watches, rows] = await Promise.all([
    ctx.db.nodeWatch.findMany({ where: { clusterId: cluster.id } }),
    ctx.db.nodeStart.findMany({ where: { clusterId: cluster.id }, orderBy: { startedAt: 'desc' } }),
  ])
  return {
    ...envelope,
    data: {
      coverage,
      byNode: envelope.nodes.map((node) => {
        const starts = rows.filter(({ nodeName }) => nodeName === node.name)
        const seen = describeNode(node, { readings, watches, starts, readAt: envelope.observedAt })
        const figures = seen.figures && startUpSummary.parse(seen.figures)
        const [latest] = starts
        return { ...seen, figures, lastStart: latest ? toNodeStart(latest) : null }
      }),
    },
  }
}
