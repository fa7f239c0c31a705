import { lockRow, type Prisma, type Transaction } from '@frostline/db'
import { ServiceError } from '../../platform/base/service-error.ts'

export const withCluster = {
  cluster: { select: { id: true, slug: true, name: true, approvalRequired: true } },
} as const
export type StoredSchedule = Prisma.TierScheduleGetPayload<{ include: typeof withCluster }>

/** @throws ServiceError `not_found` */
export async function findSchedule(tx: Transaction, id: string): Promise<StoredSchedule> {
  const schedule = await tx.tierSchedule.findUnique({ where: { id }, include: withCluster })
  if (!schedule)
    throw new ServiceError('not_found', `There is no schedule ${id}.`, {
      hint: 'It may have been deleted. Choose one from the list of schedules.',
    })
  return schedule
}

/** Everything that changes a schedule or creates its runs takes this lock first. */
export async function lockSchedule(tx: Transaction, id: string): Promise<StoredSchedule> {
  await lockRow(tx, 'tier_schedule', id)
  return findSchedule(tx, id)
}
