import { openRollouts } from '../../storage/storage-rollout/open-rollouts.ts'
import { type OpenRunKind, pageOf } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'

const migrationRuns = openRunsOf('tier-migration', {
  planTable: 'tier_migration',
  async list(tx, run) {
    const rows = await tx.tierMigration.findMany({
      where: { run },
      include: {
        run: { include: { cluster: pageOf } },
        steps: { select: { nodeName: true }, distinct: ['nodeName'] },
      },
    })
    return rows.flatMap(({ database, table, run, steps }) =>
      run
        ? {
            ...{ run, name: `${database}.${table}`, table: { database, table } },
            nodes: steps.map(({ nodeName }) => nodeName),
          }
        : [],
    )
  },
})

export const tierMigrations: OpenRunKind = {
  ...migrationRuns,
  async forget(tx, clusterId) {
    const forgotten = await migrationRuns.forget(tx, clusterId)
    await tx.tierMigrationBatch.deleteMany({ where: { clusterId } })
    return forgotten
  },
}

/** Its nodes are those of its tier migrations. */
export const tierScheduleRuns: OpenRunKind = {
  word: 'run of the schedule',
  remedy: 'Cancel the tier migrations of the schedule. To prevent new runs, disable it.',
  table: 'tier_schedule',
  spansClusters: false,
  hasSource: false,
  async list(tx, scope) {
    if ('sourceId' in scope) return []
    const rows = await tx.tierScheduleRun.findMany({
      where: { schedule: scope, status: 'running' },
      include: { schedule: { include: { cluster: pageOf } } },
    })
    return rows.map(({ status, schedule }) => ({
      objectType: 'tier-schedule',
      objectId: schedule.id,
      clusterSlug: schedule.cluster.slug,
      name: schedule.name,
      status,
      nodes: [],
    }))
  },
  forget: (tx, clusterId) => tx.tierSchedule.deleteMany({ where: { clusterId } }),
}

/** One that is half-way is open too: its backups are the only way back for the files it has changed. */
export const storageRollouts: OpenRunKind = {
  ...openRunsOf('storage-rollout', { list: async () => [] }),
  async list(tx, scope) {
    if ('sourceId' in scope) return []
    const rows = await openRollouts(tx, scope)
    return rows.map(({ run, proposal, steps }) => ({
      objectType: 'storage-proposal',
      objectId: proposal.id,
      clusterSlug: run.cluster.slug,
      name: proposal.title,
      status: run.status,
      nodes: steps.map(({ nodeName }) => nodeName),
    }))
  },
  async forget(tx, clusterId) {
    const of = { proposal: { clusterId } }
    await tx.storageRolloutStep.deleteMany({ where: { rollout: of } })
    const forgotten = await tx.storageRollout.deleteMany({ where: of })
    await tx.run.deleteMany({ where: { kind: 'storage-rollout', clusterId } })
    return forgotten
  },
}
