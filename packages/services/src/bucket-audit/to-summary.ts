import { viewRun } from '../run/stored-run.ts'
import type { StoredAudit } from './audit-run.ts'
import { type BucketAuditSummary, type FindingCounts, leftOutClusters } from './schema.ts'

export function toBucketAuditSummary(audit: StoredAudit, findings: FindingCounts): BucketAuditSummary {
  const { sourceId, sourceName, bucket, prefixes, phase, graceMinutes, timeLimitMinutes } = audit
  const { obstacle, listedAt, cutoffAt, objects, objectBytes } = audit
  return {
    ...viewRun(audit.run),
    ...{ sourceId, sourceName, bucket, prefixes, phase, graceMinutes, timeLimitMinutes },
    ...{ obstacle, listedAt, cutoffAt, objects, objectBytes, findings },
    leftOut: leftOutClusters.parse(audit.leftOut),
  }
}
