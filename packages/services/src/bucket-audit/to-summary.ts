import type { AuditWithCluster } from './find-audit.ts'
import type { BucketAuditSummary, FindingCounts } from './schema.ts'

export function toBucketAuditSummary(audit: AuditWithCluster, findings: FindingCounts): BucketAuditSummary {
  const { id, clusterId, cluster, sourceId, sourceName, bucket, prefixes, status, phase } = audit
  const { requestedBy, cancelledBy, waitReason, error, obstacle } = audit
  const { createdAt, startedAt, finishedAt, listedAt, cutoffAt } = audit
  return {
    ...{ id, clusterId, clusterSlug: cluster.slug, clusterName: cluster.name },
    ...{ sourceId, sourceName, bucket, prefixes, status, phase },
    ...{ graceMinutes: audit.graceMinutes, timeLimitMinutes: audit.timeLimitMinutes },
    ...{ requestedBy, cancelledBy, waitReason, error, obstacle },
    ...{ createdAt, startedAt, finishedAt, listedAt, cutoffAt },
    ...{ objects: audit.objects, objectBytes: audit.objectBytes, findings },
  }
}
