import type { Transaction } from '@frostline/db'
import { ServiceError } from '../../platform/base/service-error.ts'
import { findBucketAudit, requireItsSource, type StoredAudit } from '../bucket-audit/audit-run.ts'

/** Its source is still known: objects are removed by the same way by which they were listed. */
export type ConcludedAudit = StoredAudit & { sourceId: string }

/** @throws ServiceError `not_found`; `conflict` for an audit that tells nothing about orphans, or whose source was removed. */
export async function findConcludedAudit(tx: Transaction, id: string): Promise<ConcludedAudit> {
  const audit = await findBucketAudit(tx, id)
  const { bucket, obstacle, run } = audit
  if (run.status !== 'completed')
    throw new ServiceError('conflict', `The audit of ${bucket} is ${run.status}.`, {
      hint: 'Only the orphans of a finished audit can be removed.',
    })
  if (obstacle !== null)
    throw new ServiceError('conflict', `The audit of ${bucket} reports no orphans: ${obstacle}`, {
      hint: 'Bring the replica back, then audit again.',
    })
  return { ...audit, sourceId: requireItsSource(audit) }
}
