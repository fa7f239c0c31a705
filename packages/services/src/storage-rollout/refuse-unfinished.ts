import { holdRollouts, type Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'
import { openRollouts } from './open-rollouts.ts'

/** The backups of a rollout that stands half-way are the way back: they must not be thrown away unseen. */
export async function refuseUnfinishedRollout(tx: Transaction, proposalId: string): Promise<void> {
  await holdRollouts(tx, proposalId)
  if ((await openRollouts(tx, { proposalId })).length === 0) return
  throw new ServiceError('conflict', 'A rollout of this proposal is running or incomplete.', {
    hint: 'Finish or revert it first. Removing the proposal would delete the backups.',
  })
}
