import type { Transaction } from '@frostline/db'
import { type OwnerAnswer, resolveStandingOwner, type StandingOwner } from '../base/find-person.ts'

/** Whether loads may start in the name of a pipeline's owner. */
export function resolvePipelineOwner(tx: Transaction, owner: StandingOwner, now: Date): Promise<OwnerAnswer> {
  return resolveStandingOwner(tx, owner, { role: 'operator', because: 'loads need the role operator' }, now)
}
