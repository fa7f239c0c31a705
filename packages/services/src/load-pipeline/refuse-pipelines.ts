import type { Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

/** @throws ServiceError `conflict` naming the pipelines that read from a source. */
export async function refusePipelines(tx: Transaction, sourceId: string): Promise<void> {
  const pipelines = await tx.loadPipeline.findMany({
    where: { sourceId },
    select: { name: true },
    orderBy: { name: 'asc' },
    take: 5,
  })
  if (pipelines.length === 0) return
  throw new ServiceError(
    'conflict',
    `Pipelines read from it: ${pipelines.map(({ name }) => name).join('; ')}.`,
    {
      hint: 'Remove them first. Their loads are kept.',
    },
  )
}
