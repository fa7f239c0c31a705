import { closesTable, openExitStatuses } from '@frostline/domain'
import { exitContents } from '../zero-copy-exit/schema.ts'
import { type OpenRunKind, pageOf } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'

export const replicaRepairs = openRunsOf('replica-repair', {
  async list(tx, run) {
    const rows = await tx.replicaRepair.findMany({
      where: { run },
      include: { run: { include: { cluster: pageOf } } },
    })
    return rows.map(({ run, database, table, kind, nodeName }) => ({
      ...{ run, name: `${database}.${table}`, nodes: [nodeName] },
      ...(closesTable(kind) ? { table: { database, table } } : {}),
    }))
  },
})

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
