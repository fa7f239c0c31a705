import { removalOf } from '@frostline/domain'
import type { Prisma, Run } from '../generated/client.ts'
import type { RunEnd } from '../run/change-run.ts'
import { fencedRun, nameRun, type RunRef } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/**
 * Restored into the table, the rows count as being there from then on. Throws StaleWriterError when the run is no longer the
 * current generation.
 */
export async function recordRestoreStep(
  db: Database,
  ref: RunRef,
  stepOrdinal: number,
  change: Pick<
    Prisma.ArchiveRestoreStepUncheckedUpdateManyInput,
    'checks' | 'error' | 'provedAt' | 'tableUuid'
  >,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.archiveRestoreStep.updateMany({
      where: { restoreId: ref.id, stepOrdinal, restore: { run: fencedRun(ref) } },
      data: change,
    })
    refuseStaleWriter(count, nameRun(ref))
    if (!change.provedAt) return
    const { archiveId, mode } = await tx.archiveRestore.findUniqueOrThrow({ where: { id: ref.id } })
    if (mode === 'into')
      await tx.archiveStep.update({
        where: { archiveId_ordinal: { archiveId, ordinal: stepOrdinal } },
        data: { restoredAt: change.provedAt },
      })
  })
}

/** Of its move to a volume. Throws StaleWriterError as recordRestoreStep does. */
export async function recordRestoreMove(
  tx: Transaction,
  ref: RunRef,
  change: Pick<Prisma.ArchiveRestoreUncheckedUpdateManyInput, 'moveId' | 'movedAt'>,
): Promise<void> {
  const { count } = await tx.archiveRestore.updateMany({
    where: { id: ref.id, run: fencedRun(ref) },
    data: change,
  })
  refuseStaleWriter(count, nameRun(ref))
}

/** Done when every step is proved equal to its manifest, and on the volume that was asked for. */
export async function endArchiveRestore(tx: Transaction, { id }: Run, now: Date): Promise<RunEnd> {
  const open = await tx.archiveRestoreStep.count({ where: { restoreId: id, provedAt: null } })
  if (open > 0) return { isDone: false, fault: null }
  const { keepDays, volume, movedAt } = await tx.archiveRestore.findUniqueOrThrow({ where: { id } })
  if (volume !== null && movedAt === null) return { isDone: false, fault: null }
  await tx.archiveRestore.update({
    where: { id },
    data: { provedAt: now, removeAt: removalOf(keepDays, now) },
  })
  return { isDone: true, fault: null }
}
