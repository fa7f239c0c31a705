import { lockRow, type Prisma, type Transaction } from '@frostline/db'
import { openRunStatuses } from '@frostline/domain'
import { ServiceError } from '../../platform/base/service-error.ts'

export const withPlaces = {
  cluster: { select: { id: true, slug: true, name: true } },
  source: { select: { id: true, name: true } },
} as const
export type StoredPipeline = Prisma.LoadPipelineGetPayload<{ include: typeof withPlaces }>

/** @throws ServiceError `not_found` */
export async function findPipeline(tx: Transaction, id: string): Promise<StoredPipeline> {
  const pipeline = await tx.loadPipeline.findUnique({ where: { id }, include: withPlaces })
  if (!pipeline)
    throw new ServiceError('not_found', `There is no pipeline ${id}.`, {
      hint: 'It may have been removed. Choose one from the list of pipelines.',
    })
  return pipeline
}

/** Everything that changes a pipeline or starts its loads takes this lock first. */
export async function lockPipeline(tx: Transaction, id: string): Promise<StoredPipeline> {
  await lockRow(tx, 'load_pipeline', id)
  return findPipeline(tx, id)
}

/** Its running or paused load. There is at most one, unless a person retried an older one. */
export async function findOpenLoad(
  tx: Transaction,
  pipelineId: string,
): Promise<{ id: string; title: string } | null> {
  return tx.loadJob.findFirst({
    where: { pipelineId, run: { status: { in: [...openRunStatuses] } } },
    select: { id: true, title: true },
  })
}
