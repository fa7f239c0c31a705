import type { Transaction } from '@frostline/db'
import { type ActingOwner, type OwnerAnswer, resolveActingOwner } from '../../platform/base/find-person.ts'

/** Whether loads may start in the name of a pipeline's owner. */
export function resolvePipelineOwner(tx: Transaction, owner: ActingOwner, now: Date): Promise<OwnerAnswer> {
  return resolveActingOwner(tx, owner, { role: 'operator', because: 'loads need the role operator' }, now)
}
