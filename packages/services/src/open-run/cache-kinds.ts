import { activeWarmupStatuses } from '@frostline/domain'
import { pageOf, type RunKind } from './open-run.ts'

export const cacheWarmups: RunKind = {
  word: 'cache warm-up',
  remedy: 'Wait for cache warm-ups or cancel them.',
  table: 'cache_warmup',
  spansClusters: false,
  hasSource: false,
  async list(tx, scope) {
    if ('sourceId' in scope) return []
    const rows = await tx.cacheWarmup.findMany({
      where: { ...scope, status: { in: [...activeWarmupStatuses] } },
      include: { cluster: pageOf, steps: { select: { nodeName: true }, distinct: ['nodeName'] } },
    })
    return rows.map(({ id, database, table, status, cluster, steps }) => ({
      objectType: 'cache-warmup',
      objectId: id,
      clusterSlug: cluster.slug,
      name: `${database}.${table}`,
      status,
      nodes: steps.map(({ nodeName }) => nodeName),
    }))
  },
  forget: (tx, clusterId) => tx.cacheWarmup.deleteMany({ where: { clusterId } }),
}

/** The nodes of a warm-up are its own; a drop may take any. */
export const cacheScheduleRuns: RunKind = {
  word: 'run of the cache schedule',
  remedy: 'Wait for runs of cache schedules or cancel their warm-ups.',
  table: 'cache_schedule',
  spansClusters: false,
  hasSource: false,
  async list(tx, scope) {
    if ('sourceId' in scope) return []
    const rows = await tx.cacheScheduleRun.findMany({
      where: { schedule: scope, status: 'running' },
      include: { schedule: { include: { cluster: pageOf } } },
    })
    return rows.map(({ status, warmupId, schedule }) => ({
      objectType: 'cache-schedule',
      objectId: schedule.id,
      clusterSlug: schedule.cluster.slug,
      name: schedule.name,
      status,
      nodes: warmupId === null ? 'all' : [],
    }))
  },
  forget: (tx, clusterId) => tx.cacheSchedule.deleteMany({ where: { clusterId } }),
}
