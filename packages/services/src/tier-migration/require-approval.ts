import type { ReviewOutcome } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

interface Approvable {
  database: string
  table: string
  runId: string | null
  reviewOutcome: ReviewOutcome | null
  cluster: { approvalRequired: boolean }
}

/**
 * Whether an approval stands between a plan and its first start. One that was started before is in its operators'
 * hands: what they do then stands in the audit.
 */
export function needsApproval({ runId, reviewOutcome, cluster }: Approvable): boolean {
  return cluster.approvalRequired && runId === null && reviewOutcome !== 'approved'
}

/** @throws ServiceError `refused` */
export function requireApproval(migration: Approvable): void {
  if (!needsApproval(migration)) return
  throw new ServiceError(
    'refused',
    `The plan of ${migration.database}.${migration.table} is not approved. Its cluster requires approval before a start.`,
    { hint: 'Send it for review. Another operator or admin must approve it before it can start.' },
  )
}
