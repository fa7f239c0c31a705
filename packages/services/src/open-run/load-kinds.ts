import { activeGenerationStatuses, loadSpec, openLoadStatuses } from '@frostline/domain'
import { pageOf, type RunKind } from './open-run.ts'

const landingOf = loadSpec.pick({ landing: true })

export const loadJobs: RunKind = {
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

export const dataGenerations: RunKind = {
  word: 'generation of test data in',
  remedy: 'Wait for generations of test data or cancel them.',
  table: 'data_generation',
  spansClusters: false,
  hasSource: true,
  async list(tx, scope) {
    const rows = await tx.dataGeneration.findMany({
      where: { ...scope, status: { in: [...activeGenerationStatuses] } },
      select: { id: true, bucket: true, prefix: true, status: true, cluster: pageOf },
    })
    return rows.map(({ id, bucket, prefix, status, cluster }) => ({
      objectType: 'data-generation',
      objectId: id,
      clusterSlug: cluster.slug,
      name: `${bucket}/${prefix}`,
      status,
      nodes: 'all',
    }))
  },
  forget: (tx, clusterId) => tx.dataGeneration.deleteMany({ where: { clusterId } }),
}
