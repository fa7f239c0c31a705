import { openExitStatuses } from '@frostline/domain'
import { exitContents } from '../zero-copy-exit/schema.ts'
import { type OpenRunKind, pageOf } from './open-run.ts'

export const replicaRepairs: OpenRunKind = {
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

export const zeroCopyExits: OpenRunKind = {
  word: 'exit from zero-copy replication of',
  remedy: 'Wait for exits from zero-copy replication or cancel them.',
  table: 'zero_copy_exit',
  spansClusters: false,
  hasSource: false,
  async list(tx, scope) {
    if ('sourceId' in scope) return []
    const rows = await tx.zeroCopyExit.findMany({
      where: { ...scope, status: { in: [...openExitStatuses] } },
      include: { cluster: pageOf },
    })
    return rows.map(({ id, database, table, status, cluster, before }) => ({
      ...{ objectType: 'zero-copy-exit', objectId: id, clusterSlug: cluster.slug },
      ...{ name: `${database}.${table}`, status, table: { database, table } },
      nodes: [...new Set(exitContents.parse(before).map(({ node }) => node))],
    }))
  },
  forget: (tx, clusterId) => tx.zeroCopyExit.deleteMany({ where: { clusterId } }),
}
