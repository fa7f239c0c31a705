import { type OpenRunKind, pageOf } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'

export const cacheWarmups = openRunsOf('cache-warmup', {
  async list(tx, run) {
    const rows = await tx.cacheWarmup.findMany({
      where: { run },
      select: {
        ...{ database: true, table: true, run: { include: { cluster: pageOf } } },
        steps: { select: { nodeName: true }, distinct: ['nodeName'] },
      },
    })
    return rows.map(({ database, table, run, steps }) => ({
      ...{ run, name: `${database}.${table}` },
      nodes: steps.map(({ nodeName }) => nodeName),
    }))
  },
})

/** The nodes of a warm-up are its own; a drop may take any. */
export const cacheScheduleRuns: OpenRunKind = {
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
