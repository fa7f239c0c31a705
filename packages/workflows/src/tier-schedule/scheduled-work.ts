import {
  beginArchiveRun,
  beginCacheRun,
  beginRun,
  settleArchiveRuns,
  settleCacheRuns,
  settleRuns,
  takeDueArchiveRuns,
  takeDueCacheRuns,
  takeDueRuns,
} from '@frostline/services'
import type { ScheduledWork } from './schedule-keeper.ts'

const due = { where: { status: 'due' }, select: { id: true } } as const

export const tierSchedules: ScheduledWork = {
  takeDueRuns,
  settleRuns,
  beginRun,
  listDueRuns: ({ db }) => db.tierScheduleRun.findMany(due),
}

export const cacheSchedules: ScheduledWork = {
  takeDueRuns: takeDueCacheRuns,
  settleRuns: settleCacheRuns,
  beginRun: beginCacheRun,
  listDueRuns: ({ db }) => db.cacheScheduleRun.findMany(due),
}

export const archiveSchedules: ScheduledWork = {
  takeDueRuns: takeDueArchiveRuns,
  settleRuns: settleArchiveRuns,
  beginRun: beginArchiveRun,
  listDueRuns: ({ db }) => db.archiveScheduleRun.findMany(due),
}
