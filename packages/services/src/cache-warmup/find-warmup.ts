import type { CacheWarmup, Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

export type WarmupWithCluster = CacheWarmup & { cluster: { slug: string; name: string } }

/** @throws ServiceError `not_found` */
export async function findWarmup(tx: Transaction, id: string): Promise<WarmupWithCluster> {
  const warmup = await tx.cacheWarmup.findUnique({
    where: { id },
    include: { cluster: { select: { slug: true, name: true } } },
  })
  if (!warmup)
    throw new ServiceError('not_found', `There is no warm-up ${id}.`, {
      hint: 'Choose one from the list. The ID may be from another console.',
    })
  return warmup
}
