import type { OrphanRemoval } from '../generated/client.ts'
import { Prisma } from '../generated/client.ts'
import { lockRow } from '../lock-row.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'
import { isOpenInStage } from './open-in-stage.ts'

/** One start of a removal. Every order of a person but pause and cancel makes a new one; an older one may not write. */
export interface OrphanRemovalRun {
  removalId: string
  start: number
}

const live = ['running', 'pausing', 'cancelling'] as const

export function fencedRemoval({ removalId, start }: OrphanRemovalRun) {
  return { id: removalId, starts: start, status: { in: [...live] } }
}

/** The same within a statement. */
export function isCurrentRemoval({ removalId, start }: OrphanRemovalRun): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM orphan_removal AS current WHERE current.id = ${removalId}
    AND current.starts = ${start} AND current.status IN ('running', 'pausing', 'cancelling'))`
}

/** queued → running. Also answers a run that was begun before and goes on. Throws StaleWriterError. */
export async function beginRemoval(db: Database, run: OrphanRemovalRun, now: Date): Promise<OrphanRemoval> {
  await db.$executeRaw`
    UPDATE orphan_removal
    SET status = 'running', "startedAt" = coalesce("startedAt", ${now}), "finishedAt" = NULL, error = NULL,
      "waitReason" = NULL
    WHERE id = ${run.removalId} AND starts = ${run.start} AND status = 'queued'`
  const removal = await db.orphanRemoval.findFirst({ where: fencedRemoval(run) })
  if (!removal) throw new StaleWriterError(`Removal ${run.removalId}`)
  return removal
}

/** Whether it shall go on. Throws StaleWriterError when the run is not the current one any more. */
export async function wantsRemoval(db: Database, run: OrphanRemovalRun): Promise<boolean> {
  const removal = await db.orphanRemoval.findFirst({ where: fencedRemoval(run), select: { status: true } })
  if (!removal) throw new StaleWriterError(`Removal ${run.removalId}`)
  return removal.status === 'running'
}

/** Throws StaleWriterError when the run is not the current one. */
export async function changeRemoval(
  tx: Transaction,
  run: OrphanRemovalRun,
  change: Prisma.OrphanRemovalUpdateManyMutationInput,
): Promise<void> {
  const { count } = await tx.orphanRemoval.updateMany({ where: fencedRemoval(run), data: change })
  refuseStaleWriter(count, `Removal ${run.removalId}`)
}

/**
 * Ends a run by what is left of its stage: through, it waits for the deletion, is completed, or cancelled; else it is as a
 * person asked for, or failed. A cancelled one brings back in a start of its own. `record` writes what follows from it in
 * the same transaction. Null: it is not the current run.
 */
export async function settleRemoval(
  db: Database,
  run: OrphanRemovalRun,
  now: Date,
  record: (tx: Transaction, settled: OrphanRemoval) => Promise<void>,
): Promise<OrphanRemoval['status'] | null> {
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'orphan_removal', run.removalId)
    const removal = await tx.orphanRemoval.findFirst({ where: fencedRemoval(run) })
    if (!removal) return null
    const { id, status, stage, error } = removal
    const isThrough =
      error === null && (await tx.orphanRemovalObject.findFirst({ where: isOpenInStage(id, stage) })) === null
    const data =
      status === 'cancelling' && stage !== 'restoring'
        ? { status: 'queued' as const, stage: 'restoring' as const, starts: { increment: 1 }, recoveries: 0 }
        : isThrough
          ? await endStage(tx, removal, now)
          : status === 'pausing' && error === null
            ? { status: 'paused' as const }
            : { status: 'failed' as const, finishedAt: now, error: error ?? 'It was not carried out.' }
    const settled = await tx.orphanRemoval.update({ where: { id }, data: { waitReason: null, ...data } })
    await record(tx, settled)
    return settled.status
  })
}

async function endStage(
  tx: Transaction,
  { id, stage, waitHours }: OrphanRemoval,
  now: Date,
): Promise<Prisma.OrphanRemovalUpdateInput> {
  if (stage === 'restoring') return { status: 'cancelled', finishedAt: now }
  const left =
    stage === 'deleting'
      ? null
      : await tx.orphanRemovalObject.findFirst({ where: isOpenInStage(id, 'deleting') })
  if (left === null) return { status: 'completed', finishedAt: now }
  return {
    status: 'waiting',
    quarantinedAt: now,
    deleteAt: waitHours === null ? null : new Date(now.getTime() + waitHours * 3_600_000),
  }
}
