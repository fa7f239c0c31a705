import type { Transaction } from '@frostline/db'
import { maxFailedLoads } from '@frostline/domain'
import type { StoredPipeline } from '../find-pipeline.ts'

/** Its last loads in a row, since it was made or resumed, that failed without a single object. Counts up to the limit. */
export async function countFailedLoads(
  tx: Transaction,
  { id, enabledAt }: Pick<StoredPipeline, 'id' | 'enabledAt'>,
): Promise<number> {
  const last = await tx.loadJob.findMany({
    where: { pipelineId: id, run: { createdAt: { gte: enabledAt } } },
    orderBy: [{ run: { createdAt: 'desc' } }, { id: 'desc' }],
    take: maxFailedLoads,
    select: { id: true, run: { select: { status: true } } },
  })
  const failed = last.filter(({ run }) => run.status === 'failed').map((job) => job.id)
  if (failed.length === 0) return 0
  const groups = await tx.loadFile.groupBy({
    by: ['jobId'],
    where: { jobId: { in: failed }, status: 'loaded' },
  })
  const brought = new Set(groups.map(({ jobId }) => jobId))
  const other = last.findIndex((job) => job.run.status !== 'failed' || brought.has(job.id))
  return other === -1 ? last.length : other
}
