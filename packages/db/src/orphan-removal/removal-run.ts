import { readRunWish } from '@frostline/domain'
import type { Run } from '../generated/client.ts'
import type { RunEnd } from '../run/change-run.ts'
import type { Transaction } from '../transaction.ts'
import { isOpenInStage } from './open-in-stage.ts'

/**
 * Decided by what is left of its stage. After quarantine it waits for the deletion, after a restore it is cancelled.
 * One that is cancelled half-way restores what it took, whatever has failed.
 */
export async function endRemoval(tx: Transaction, { id, status, error }: Run, now: Date): Promise<RunEnd> {
  const { stage, waitHours } = await tx.orphanRemoval.findUniqueOrThrow({ where: { id } })
  const stopped = { isDone: false, fault: null }
  if (readRunWish(status) === 'cancel' && stage !== 'restoring') {
    await tx.orphanRemoval.update({ where: { id }, data: { stage: 'restoring' } })
    return { ...stopped, order: 'bring-back' }
  }
  if (error !== null || (await isAnyOpen(tx, id, stage))) return stopped
  if (stage === 'restoring') return { ...stopped, order: 'cancel-rest' }
  if (stage === 'deleting' || !(await isAnyOpen(tx, id, 'deleting'))) return { isDone: true, fault: null }
  await tx.orphanRemoval.update({
    where: { id },
    data: {
      quarantinedAt: now,
      deleteAt: waitHours === null ? null : new Date(now.getTime() + waitHours * 3_600_000),
    },
  })
  return { ...stopped, order: 'hold' }
}

async function isAnyOpen(tx: Transaction, id: string, stage: Parameters<typeof isOpenInStage>[1]) {
  return (await tx.orphanRemovalObject.findFirst({ where: isOpenInStage(id, stage) })) !== null
}
