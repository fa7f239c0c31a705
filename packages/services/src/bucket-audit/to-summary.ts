import type { AuditWithCluster } from './find-audit.ts'
import { type BucketAuditSummary, type FindingCounts, leftOutClusters } from './schema.ts'

export function toBucketAuditSummary(audit: AuditWithCluster, findings: FindingCounts): BucketAuditSummary {
  const { id, clusterId, cluster, sourceId, sourceName, bucket, prefixes, status, phase } = audit
  const { requestedBy, cancelledBy, waitReason, error, obstacle } = audit
  const { createdAt, startedAt, finishedAt, listedAt, cutoffAt } = audit
  return {
    ...{ id, clusterId, clusterSlug: cluster.slug, clusterName: cluster.name },
    ...{ sourceId, sourceName, bucket, prefixes, status, phase },
    ...{ graceMinutes: audit.graceMinutes, timeLimitMinutes: audit.timeLimitMinutes },
    ...{ requestedBy, cancelledBy, waitReason, error, obstacle },
    leftOut: leftOutClusters.parse(audit.leftOut),
    ...{ createdAt, startedAt, finishedAt, listedAt, cutoffAt },
    ...{ objects: audit.objects, objectBytes: audit.objectBytes, findings },
  }
}
