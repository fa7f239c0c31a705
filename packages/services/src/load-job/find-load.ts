import type { Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'
import type { JobWithCluster } from './to-summary.ts'

/** @throws ServiceError `not_found` */
export async function findLoad(tx: Transaction, id: string): Promise<JobWithCluster> {
  const job = await tx.loadJob.findUnique({
    where: { id },
    include: { cluster: { select: { slug: true, name: true } } },
  })
  if (!job)
    throw new ServiceError('not_found', `There is no load ${id}.`, {
      hint: 'Choose one from the list of loads. The ID may be from another console.',
    })
  return job
}
