import { loadSpec, openLoadStatuses } from '@frostline/domain'
import { type OpenRunKind, pageOf } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'

const landingOf = loadSpec.pick({ landing: true })

export const loadJobs: OpenRunKind = {
  word: 'load',
  remedy: 'Wait for loads or cancel them.',
  table: 'load_job',
  spansClusters: false,
  hasSource: true,
  async list(tx, scope) {
    const rows = await tx.loadJob.findMany({
      where: { ...scope, status: { in: [...openLoadStatuses] } },
      select: { id: true, title: true, status: true, spec: true, cluster: pageOf },
    })
    return rows.map(({ id, title, status, spec, cluster }) => ({
      objectType: 'load-job',
      objectId: id,
      clusterSlug: cluster.slug,
      name: title,
      status,
      nodes: 'all',
      table: landingOf.parse(spec).landing,
    }))
  },
  forget: (tx, clusterId) => tx.loadJob.deleteMany({ where: { clusterId } }),
}

export const dataGenerations = openRunsOf('data-generation', {
  hold: (tx, sourceId) => tx.$queryRaw`
    SELECT run.id FROM run JOIN data_generation AS own ON own.id = run.id WHERE own."sourceId" = ${sourceId}
    ORDER BY run.id FOR UPDATE OF run`,
  async list(tx, run, { sourceId }) {
    const rows = await tx.dataGeneration.findMany({
      where: { run, ...(sourceId === undefined ? {} : { sourceId }) },
      select: { bucket: true, prefix: true, run: { include: { cluster: pageOf } } },
    })
    return rows.map(({ bucket, prefix, run }) => ({
      run,
      name: `${bucket}/${prefix}`,
      nodes: 'all' as const,
    }))
  },
})
