import { pageOf, type RunKind } from './open-run.ts'

export const replicaRepairs: RunKind = {
  word: 'repair of a replica of',
  remedy: 'Wait for repairs of replicas or cancel them.',
  table: 'replica_repair',
  spansClusters: false,
  hasSource: false,
  async list(tx, scope) {
    if ('sourceId' in scope) return []
    const rows = await tx.replicaRepair.findMany({
      where: { ...scope, status: { in: ['queued', 'running', 'cancelling'] } },
      include: { cluster: pageOf },
    })
    return rows.map(({ id, database, table, kind, status, cluster, nodeName }) => ({
      ...{ objectType: 'replica-repair', objectId: id, clusterSlug: cluster.slug },
      ...{ name: `${database}.${table}`, status, nodes: [nodeName] },
      // These close the table for a moment.
      ...(kind === 'restart' || kind === 'restore' ? { table: { database, table } } : {}),
    }))
  },
  forget: (tx, clusterId) => tx.replicaRepair.deleteMany({ where: { clusterId } }),
}
