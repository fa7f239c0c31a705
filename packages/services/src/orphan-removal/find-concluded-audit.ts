import type { Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'
import { findBucketAudit, type StoredAudit } from '../bucket-audit/audit-run.ts'

/** @throws ServiceError `not_found`; `conflict` for an audit without a conclusion about orphans. */
export async function findConcludedAudit(tx: Transaction, id: string): Promise<StoredAudit> {
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
  return audit
}
