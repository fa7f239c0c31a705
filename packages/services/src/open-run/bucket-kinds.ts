import { drivenAuditStatuses, openRemovalStatuses } from '@frostline/domain'
import { z } from 'zod'
import { type OpenRunKind, pageOf } from './open-run.ts'

/** An audit asks the nodes of every cluster. */
export const bucketAudits: OpenRunKind = {
  word: 'audit of the bucket',
  remedy: 'Wait for bucket audits or cancel them.',
  table: 'bucket_audit',
  spansClusters: true,
  hasSource: true,
  async list(tx, scope) {
    const rows = await tx.bucketAudit.findMany({
      where: {
        status: { in: [...drivenAuditStatuses] },
        ...('sourceId' in scope ? scope : { OR: [scope, { nodes: { some: scope } }] }),
      },
      include: { cluster: pageOf, nodes: { select: { clusterId: true, nodeName: true } } },
    })
    return rows.map(({ id, bucket, status, cluster, nodes }) => ({
      objectType: 'bucket-audit',
      objectId: id,
      clusterSlug: cluster.slug,
      name: bucket,
      status,
      nodes: nodes
        .filter(({ clusterId }) => 'clusterId' in scope && clusterId === scope.clusterId)
        .map(({ nodeName }) => nodeName),
    }))
  },
  forget: (tx, clusterId) => tx.bucketAudit.deleteMany({ where: { clusterId } }),
}

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
