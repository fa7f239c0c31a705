import { estimateLoadTime, similarSizes } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { LoadPreview } from './schema.ts'

const maxMeasured = 50

/** How long a load of this size takes, by the newest finished loads of the cluster with a similar size. */
export async function estimateLoad(
  ctx: ServiceContext,
  cluster: string,
  sizeBytes: bigint,
): Promise<LoadPreview['estimate']> {
  const { id: clusterId } = await ctx.clusters.get(cluster)
  const { least, most } = similarSizes(sizeBytes)
  const jobs = await ctx.db.loadJob.findMany({
    where: {
      totalBytes: { gte: least, lte: most },
      run: { clusterId, status: 'completed', startedAt: { not: null }, finishedAt: { not: null } },
    },
    select: { totalBytes: true, run: { select: { startedAt: true, finishedAt: true } } },
    orderBy: { run: { createdAt: 'desc' } },
    take: maxMeasured,
  })
  return estimateLoadTime(
    sizeBytes,
    jobs.flatMap(({ totalBytes, run: { startedAt, finishedAt } }) =>
      startedAt && finishedAt
        ? [{ bytes: totalBytes, elapsedMs: finishedAt.getTime() - startedAt.getTime() }]
        : [],
    ),
  )
}
