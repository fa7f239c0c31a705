import type { Prisma, Transaction } from '@frostline/db'
import type { ArchiveRetention } from '@frostline/domain'
import { scopesOfSource } from '../../../identity/access/scopes-of.ts'
import { type OwnerAnswer, resolveActingOwner } from '../../../platform/base/find-person.ts'
import { scheduleVerbs } from '../../../platform/schedule/schedule-verbs.ts'

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

export const archiveSchedules = scheduleVerbs<StoredArchiveSchedule>({
  topic: 'archive-schedule',
  table: 'archive_schedule',
  find: (tx, id) => tx.archiveSchedule.findUnique({ where: { id }, include: withPlace }),
  update: (tx, id, data) => tx.archiveSchedule.update({ where: { id }, data }),
  delete: (tx, id) => tx.archiveSchedule.delete({ where: { id } }),
  runs: (tx) => tx.archiveScheduleRun,
  // Its archives act for their owner.
  role: 'admin',
  managedAs: null,
  resolveOwner: resolveArchiveOwner,
  hints: {
    ofLostOwner: 'Restore the role of the owner, or create the schedule again as your own.',
    ofOpenRun: 'Wait until its files are proved, or cancel its archive.',
  },
})
