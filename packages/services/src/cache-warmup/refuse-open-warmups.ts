import type { Transaction } from '@frostline/db'
import { activeWarmupStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/**
 * A warm-up under way needs its nodes.
 * @throws ServiceError `conflict` naming what is in the way.
 */
export async function refuseOpenWarmups(tx: Transaction, clusterId: string): Promise<void> {
  const open = await tx.cacheWarmup.findMany({
    where: { clusterId, status: { in: [...activeWarmupStatuses] } },
    select: { database: true, table: true },
    take: 5,
  })
  if (open.length === 0) return
  const names = open.map(({ database, table }) => `${database}.${table}`).join('; ')
  throw new ServiceError('conflict', `Its caches are being warmed up: ${names}.`, {
    hint: 'Wait for it or cancel it first.',
  })
}
