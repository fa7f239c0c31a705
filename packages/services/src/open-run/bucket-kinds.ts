import { z } from 'zod'
import { pageOf } from './open-run.ts'
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
export const orphanRemovals = openRunsOf('orphan-removal', {
  spansClusters: true,
  sourceTable: 'orphan_removal',
  async list(tx, run, { sourceId, clusterId }) {
    const rows = await tx.orphanRemoval.findMany({
      where: { run, ...(sourceId === undefined ? {} : { sourceId }) },
      include: { run: { include: { cluster: pageOf } } },
    })
    return rows.flatMap(({ run, bucket, replicas: asked }) => {
      const nodes = replicas
        .parse(asked)
        .flatMap((each) => (each.clusterId === clusterId ? each.nodeName : []))
      const isInScope = sourceId !== undefined || run.clusterId === clusterId || nodes.length > 0
      return isInScope ? [{ run, name: bucket, nodes }] : []
    })
  },
})
