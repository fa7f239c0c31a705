import { lockRow, type Prisma, type Transaction } from '@frostline/db'
import { ServiceError } from '../../platform/base/service-error.ts'

export const withCluster = { cluster: { select: { slug: true, name: true } } } as const
export type StoredCacheSchedule = Prisma.CacheScheduleGetPayload<{ include: typeof withCluster }>

/** @throws ServiceError `not_found` */
export async function findCacheSchedule(tx: Transaction, id: string): Promise<StoredCacheSchedule> {
  const schedule = await tx.cacheSchedule.findUnique({ where: { id }, include: withCluster })
  if (!schedule)
    throw new ServiceError('not_found', `There is no schedule ${id}.`, {
      hint: 'It may have been deleted. Choose one from the list of schedules.',
    })
  return schedule
}

/** Everything that changes a schedule or creates its runs takes this lock first. */
export async function lockCacheSchedule(tx: Transaction, id: string): Promise<StoredCacheSchedule> {
  await lockRow(tx, 'cache_schedule', id)
  return findCacheSchedule(tx, id)
}
