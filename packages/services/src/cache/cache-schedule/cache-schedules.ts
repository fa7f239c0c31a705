import type { Prisma } from '@frostline/db'
import { scheduleVerbs } from '../../platform/schedule/schedule-verbs.ts'
import { resolveCacheOwner } from './resolve-owner.ts'

export const withCluster = { cluster: { select: { slug: true, name: true } } } as const
export type StoredCacheSchedule = Prisma.CacheScheduleGetPayload<{ include: typeof withCluster }>

export const cacheSchedules = scheduleVerbs<StoredCacheSchedule>({
  topic: 'cache-schedule',
  table: 'cache_schedule',
  find: (tx, id) => tx.cacheSchedule.findUnique({ where: { id }, include: withCluster }),
  update: (tx, id, data) => tx.cacheSchedule.update({ where: { id }, data }),
  delete: (tx, id) => tx.cacheSchedule.delete({ where: { id } }),
  runs: (tx) => tx.cacheScheduleRun,
  role: 'operator',
  managedAs: 'cacheSchedules',
  resolveOwner: resolveCacheOwner,
  hints: {
    ofLostOwner: 'Restore the role of the owner, or create the schedule again as your own.',
    ofOpenRun: 'Wait until it ends, or cancel its warm-up.',
  },
})
