import type { StorageRollout } from '../generated/client.ts'
import type { StorageRolloutStatus } from '../generated/enums.ts'
import { StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** One start of a rollout. Finishing and reverting make a new one, and a run of an older generation may not write. */
export interface RolloutRun {
  rolloutId: string
  generation: number
}

export const activeRolloutStatuses = ['queued', 'running', 'cancelling'] as const

/** queued → running. Also answers a run that was begun before and goes on. Throws StaleWriterError. */
export async function beginRollout(db: Database, run: RolloutRun, now: Date): Promise<StorageRollout> {
  await db.storageRollout.updateMany({
    where: { id: run.rolloutId, generation: run.generation, status: 'queued' },
    data: { status: 'running', startedAt: now, finishedAt: null, error: null },
  })
  const rollout = await db.storageRollout.findUnique({ where: { id: run.rolloutId } })
  const live = rollout?.status === 'running' || rollout?.status === 'cancelling'
  if (!rollout || rollout.generation !== run.generation || !live)
    throw new StaleWriterError(`Storage rollout ${run.rolloutId}`)
  return rollout
}

/** Whether a person wants it to stop before the next node. Throws StaleWriterError. */
export async function isRolloutCancelled(db: Database, run: RolloutRun): Promise<boolean> {
  const rollout = await db.storageRollout.findUnique({
    where: { id: run.rolloutId },
    select: { generation: true, status: true },
  })
  const live = rollout?.status === 'running' || rollout?.status === 'cancelling'
  if (rollout?.generation !== run.generation || !live)
    throw new StaleWriterError(`Storage rollout ${run.rolloutId}`)
  return rollout.status === 'cancelling'
}

/** Completed when every step is completed or skipped; else cancelled when a person asked for it, else failed. */
export async function settleRollout(
  db: Database,
  run: RolloutRun,
  now: Date,
  record: (tx: Transaction, settled: StorageRollout) => Promise<void>,
): Promise<StorageRolloutStatus | null> {
  return db.$transaction(async (tx) => {
    const rollout = await tx.storageRollout.findUnique({
      where: { id: run.rolloutId },
      include: { steps: { orderBy: { ordinal: 'asc' } } },
    })
    const live = rollout?.status === 'running' || rollout?.status === 'cancelling'
    if (!rollout || rollout.generation !== run.generation || !live) return null
    const failed = rollout.steps.find((step) => step.status === 'failed')
    const done = rollout.steps.every((step) => step.status === 'completed' || step.status === 'skipped')
    const status = done ? 'completed' : rollout.status === 'cancelling' && !failed ? 'cancelled' : 'failed'
    const settled = await tx.storageRollout.update({
      where: { id: run.rolloutId },
      data: {
        status,
        activeKey: null,
        finishedAt: now,
        error:
          status === 'failed'
            ? `${failed?.nodeName ?? 'It'}: ${failed?.error ?? 'It was not carried out.'}`
            : null,
      },
    })
    await record(tx, settled)
    return status
  })
}
