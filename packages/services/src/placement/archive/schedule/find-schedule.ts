import { lockRow, type Prisma, type Transaction } from '@frostline/db'
import type { ArchiveRetention } from '@frostline/domain'
import { scopesOfSource } from '../../../identity/access/scopes-of.ts'
import { type OwnerAnswer, resolveActingOwner } from '../../../platform/base/find-person.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'

export const withPlace = {
  cluster: { select: { slug: true, name: true } },
  source: { select: { name: true } },
} as const
export type StoredArchiveSchedule = Prisma.ArchiveScheduleGetPayload<{ include: typeof withPlace }>

/** Of its archives. Null: their files are kept forever. */
export function retentionOf({
  keepCount: count,
  keepUnit: unit,
}: Pick<StoredArchiveSchedule, 'keepCount' | 'keepUnit'>): ArchiveRetention | null {
  return count === null || unit === null ? null : { count, unit }
}

/** @throws ServiceError `not_found` */
export async function findArchiveSchedule(tx: Transaction, id: string): Promise<StoredArchiveSchedule> {
  const schedule = await tx.archiveSchedule.findUnique({ where: { id }, include: withPlace })
  if (!schedule)
    throw new ServiceError('not_found', `There is no schedule ${id}.`, {
      hint: 'It may have been deleted. Choose one from the list of schedules.',
    })
  return schedule
}

/** Everything that changes a schedule or creates its runs takes this lock first. */
export async function lockArchiveSchedule(tx: Transaction, id: string): Promise<StoredArchiveSchedule> {
  await lockRow(tx, 'archive_schedule', id)
  return findArchiveSchedule(tx, id)
}

/** Whether archives may start in the name of a schedule's owner: of its table, and into its source. */
export async function resolveArchiveOwner(
  tx: Transaction,
  schedule: StoredArchiveSchedule,
  now: Date,
): Promise<OwnerAnswer> {
  const { clusterId, database, table, sourceId } = schedule
  // Without its source the run ends with a fault of its own.
  const source = sourceId === null ? undefined : await scopesOfSource(tx, sourceId)
  const on = [{ kind: 'table' as const, clusterId, database, table }, ...(source ?? [])]
  const need = {
    role: 'admin',
    verb: 'archiveSchedules.create',
    because: 'archives need the role admin',
    on,
  } as const
  return resolveActingOwner(tx, schedule, need, now)
}
