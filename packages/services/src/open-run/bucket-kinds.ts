import { openRemovalStatuses } from '@frostline/domain'
import { z } from 'zod'
import { type OpenRunKind, pageOf } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'

/** An audit asks the nodes of every cluster. */
export const bucketAudits = openRunsOf('bucket-audit', {
  spansClusters: true,
  sourceTable: 'bucket_audit',
  async list(tx, run, { sourceId, clusterId = '' }) {
    const ofCluster = { OR: [{ run: { clusterId } }, { nodes: { some: { clusterId } } }] }
    const rows = await tx.bucketAudit.findMany({
      where: { run, AND: sourceId === undefined ? ofCluster : { sourceId } },
      select: {
        ...{ bucket: true, run: { include: { cluster: pageOf } } },
        nodes: { where: { clusterId }, select: { nodeName: true } },
      },
    })
    return rows.map(({ run, bucket, nodes }) => ({
      ...{ run, name: bucket, nodes: nodes.map(({ nodeName }) => nodeName) },
    }))
  },
})

const replicas = z.array(z.object({ clusterId: z.string(), nodeName: z.string() }))

/** A removal of orphans asks the replicas of every cluster before it deletes anything. */
export const orphanRemovals: OpenRunKind = {
  word: 'removal of orphans from',
  remedy: 'Wait until removals of orphans end, or restore their objects.',
  table: 'orphan_removal',
  spansClusters: true,
  hasSource: true,
  async list(tx, scope) {
    const rows = await tx.orphanRemoval.findMany({
      where: { status: { in: [...openRemovalStatuses] }, ...('sourceId' in scope ? scope : {}) },
      include: { cluster: pageOf },
    })
    return rows
      .map((row) => ({
        row,
        nodes: replicas
          .parse(row.replicas)
          .filter(({ clusterId }) => 'clusterId' in scope && clusterId === scope.clusterId)
          .map(({ nodeName }) => nodeName),
      }))
      .filter(
        ({ row, nodes }) => 'sourceId' in scope || row.clusterId === scope.clusterId || nodes.length > 0,
      )
      .map(({ row: { id, bucket, status, cluster }, nodes }) => ({
        objectType: 'orphan-removal',
        objectId: id,
        clusterSlug: cluster.slug,
        name: bucket,
        status,
        nodes,
      }))
  },
  forget: (tx, clusterId) => tx.orphanRemoval.deleteMany({ where: { clusterId } }),
}
