import { openStepStates, readRunWish } from '@frostline/domain'
import type { Run } from '../generated/client.ts'
import type { RunEnd } from '../run/change-run.ts'
import type { Transaction } from '../transaction.ts'

/**
 * Decided by what is left of its stage. After the proof it waits for an approval, after the detach for a date. One that is
 * cancelled attaches what it detached, whatever has failed. A drop that has begun only goes forward.
 */
export async function endArchive(tx: Transaction, { id, status, error }: Run, now: Date): Promise<RunEnd> {
  const { stage, graceHours } = await tx.archive.findUniqueOrThrow({ where: { id } })
  const stopped = { isDone: false, fault: null }
  const count = (states: Parameters<typeof ofStates>[0]) =>
    tx.archiveStep.count({ where: { archiveId: id, ...ofStates(states) } })
  if (readRunWish(status) === 'cancel' && (stage === 'exporting' || stage === 'detaching')) {
    await tx.archive.update({ where: { id }, data: { stage: 'restoring' } })
    return { ...stopped, order: 'bring-back' }
  }
  if (error !== null || (await count(openStepStates(stage))) > 0) return stopped
  if (stage === 'restoring') return { ...stopped, order: 'cancel-rest' }
  if (stage === 'dropping') return { isDone: true, fault: null }
  if (stage === 'exporting') {
    const next = await count(openStepStates('detaching'))
    if (next > 0) return { ...stopped, order: 'hold' }
  }
  // Every partition was empty.
  if ((await count(openStepStates('dropping'))) === 0) return { isDone: true, fault: null }
  await tx.archive.update({
    where: { id },
    data: {
      ...{ stage: 'detaching', detachedAt: now },
      dropAt: new Date(now.getTime() + graceHours * 3_600_000),
    },
  })
  return { ...stopped, order: 'hold' }
}

function ofStates(states: ReturnType<typeof openStepStates>) {
  return { state: { in: [...states] } }
}
