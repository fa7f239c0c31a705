import type { RemovalSum } from '@frostline/db'
import { removalChoice } from '@frostline/domain'
import type { RemovalWithCluster } from './find-removal.ts'
import type { RemovalSummary } from './schema.ts'

export function toRemovalSummary(removal: RemovalWithCluster, sums: readonly RemovalSum[]): RemovalSummary {
  const { id, clusterId, cluster, auditId, sourceName, bucket, way, quarantinePrefix, status, stage } =
    removal
  const { requestedBy, approvedBy, pausedBy, cancelledBy, waitReason, error, waitHours } = removal
  const { createdAt, startedAt, finishedAt, approvedAt, quarantinedAt, deleteAt } = removal
  return {
    ...{ id, clusterId, clusterSlug: cluster.slug, clusterName: cluster.name, auditId, sourceName, bucket },
    ...{ way, quarantinePrefix, status, stage, choice: removalChoice.parse(removal.choice), waitHours },
    ...{ requestedBy, approvedBy, pausedBy, cancelledBy, waitReason, error },
    ...{ createdAt, startedAt, finishedAt, approvedAt, quarantinedAt, deleteAt },
    sums: sums
      .filter(({ removalId }) => removalId === id)
      .map(({ kind, state, objects, bytes }) => ({ kind, state, objects, bytes })),
  }
}
