import { expiryOf, openStepStates, readRunWish } from '@frostline/domain'
import type { Archive, Run } from '../generated/client.ts'
import type { RunEnd } from '../run/change-run.ts'
import type { Transaction } from '../transaction.ts'

/**
 * Decided by what is left of its stage. After the proof it waits for an approval, after the detach for a date. One that is
 * cancelled attaches what it detached, whatever has failed. A drop that has begun only goes forward.
 */
export async function endArchive(tx: Transaction, { id, status, error }: Run, now: Date): Promise<RunEnd> {
  const archive = await tx.archive.findUniqueOrThrow({ where: { id } })
  const { stage, graceHours } = archive
  const stopped = { isDone: false, fault: null }
  const count = (states: Parameters<typeof ofStates>[0]) =>
    tx.archiveStep.count({ where: { archiveId: id, ...ofStates(states) } })
  if (readRunWish(status) === 'cancel' && (stage === 'exporting' || stage === 'detaching')) {
    await tx.archive.update({ where: { id }, data: { stage: 'restoring' } })
    return { ...stopped, order: 'bring-back' }
  }
  if (error !== null || (await count(openStepStates(stage))) > 0) return stopped
  if (stage === 'restoring') return { ...stopped, order: 'cancel-rest' }
  if (stage === 'dropping') {
    await beginRetention(tx, archive, now)
    return { isDone: true, fault: null }
  }
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

/** From now on the files are kept for their retention. Those that were proved since get the legal hold too. */
async function beginRetention(
  tx: Transaction,
  { id, keepCount, keepUnit, keepSetAt, holdAt }: Archive,
  now: Date,
): Promise<void> {
  const kept = keepCount !== null && keepUnit !== null && keepSetAt !== null
  const times = { droppedMs: now.getTime(), setMs: keepSetAt?.getTime() ?? 0 }
  await tx.archive.update({
    where: { id },
    data: {
      expiresAt: kept ? new Date(expiryOf({ count: keepCount, unit: keepUnit }, times)) : null,
      ...(holdAt === null ? {} : { bucketHold: 'pending' }),
    },
  })
}

function ofStates(states: ReturnType<typeof openStepStates>) {
  return { state: { in: [...states] } }
}
