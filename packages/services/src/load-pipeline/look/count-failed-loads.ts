import type { Transaction } from '@frostline/db'
import { mostFailedLoads } from '@frostline/domain'
import type { StoredPipeline } from '../find-pipeline.ts'

/** Its last loads in a row, since it was made or resumed, that failed without a single object. Counts up to the limit. */
export async function countFailedLoads(
  tx: Transaction,
  { id, enabledAt }: Pick<StoredPipeline, 'id' | 'enabledAt'>,
): Promise<number> {
  const last = await tx.loadJob.findMany({
    where: { pipelineId: id, createdAt: { gte: enabledAt } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: mostFailedLoads,
    select: { status: true, files: { where: { status: 'loaded' }, take: 1, select: { ordinal: true } } },
  })
  const other = last.findIndex(({ status, files }) => status !== 'failed' || files.length > 0)
  return other === -1 ? last.length : other
}
