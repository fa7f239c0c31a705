import { openRunStatuses } from '@frostline/domain'
import { notifyChange } from '../changes/notify-change.ts'
import type { ArchiveStepState, Prisma, RestoreRemovalStep, Run } from '../generated/client.ts'
import { Prisma as sql } from '../generated/client.ts'
import { lockRow } from '../lock-row.ts'
import type { RunEnd } from '../run/change-run.ts'
import { fencedRun, nameRun, type RunRef, readRun } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/**
 * Whether the parts of a step may be taken away now.
 * - go: it is marked as detaching.
 * - stopped: a person has cancelled the run.
 * - other: the archive does not have all of its files any more.
 * - archived: another archive of the table has this partition in work.
 */
export type RemovalLeave =
  | { kind: 'go' | 'stopped' | 'archived' }
  | { kind: 'other'; state: ArchiveStepState }

/** States of another archive in which its parts of a partition are not to be touched. */
const busyStates = ['exporting', 'proved', 'detaching', 'detached', 'dropping', 'attaching'] as const

/**
 * Asked before the first part is detached, under the lock that deletions of the archive's files take: from then on they wait.
 * A view over table and archive reads the files from then on. Throws StaleWriterError.
 */
export async function takeRemovalStep(
  db: Database,
  ref: RunRef,
  { archiveId, stepOrdinal, parts }: { archiveId: string; stepOrdinal: number; parts: Prisma.InputJsonValue },
  now: Date,
): Promise<RemovalLeave> {
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'run', archiveId)
    if ((await readRun(tx, ref)).status !== 'running') return { kind: 'stopped' }
    const { state, shard, partitionId, archive } = await tx.archiveStep.findUniqueOrThrow({
      where: { archiveId_ordinal: { archiveId, ordinal: stepOrdinal } },
      include: { archive: { include: { run: { select: { clusterId: true } } } } },
    })
    if (state !== 'dropped') return { kind: 'other', state }
    const { restore } = await tx.restoreRemoval.findUniqueOrThrow({
      where: { id: ref.id },
      include: { restore: true },
    })
    const { database, table, mode } = restore
    const busy = await tx.archiveStep.count({
      where: {
        ...{ archiveId: { not: archiveId }, shard, partitionId, state: { in: [...busyStates] } },
        archive: { database, table, run: { clusterId: archive.run.clusterId } },
      },
    })
    if (busy > 0) return { kind: 'archived' }
    await tx.restoreRemovalStep.update({
      where: { removalId_stepOrdinal: { removalId: ref.id, stepOrdinal } },
      data: { state: 'detaching', parts, takenAt: now, error: null },
    })
    if (mode === 'into')
      await tx.archiveStep.update({
        where: { archiveId_ordinal: { archiveId, ordinal: stepOrdinal } },
        data: { restoringAt: now, restoredAt: null },
      })
    return { kind: 'go' }
  })
}

/** Throws StaleWriterError when the run is no longer the current generation. */
export async function recordRemovalStep(
  db: Transaction,
  ref: RunRef,
  stepOrdinal: number,
  change: Pick<Prisma.RestoreRemovalStepUncheckedUpdateManyInput, 'state' | 'error'>,
): Promise<void> {
  const { count } = await db.restoreRemovalStep.updateMany({
    where: { removalId: ref.id, stepOrdinal, removal: { run: fencedRun(ref) } },
    data: change,
  })
  refuseStaleWriter(count, nameRun(ref))
}

/** Its parts are other ones now, and all of their rows are in the table: it starts over. Throws StaleWriterError. */
export async function thawRemovalStep(
  db: Database,
  ref: RunRef,
  { archiveId, stepOrdinal, takenAt }: RestoreRemovalStep,
  now: Date,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.restoreRemovalStep.updateMany({
      where: { removalId: ref.id, stepOrdinal, removal: { run: fencedRun(ref) } },
      data: { state: 'planned', parts: sql.DbNull, takenAt: null },
    })
    refuseStaleWriter(count, nameRun(ref))
    // Not that of a restore since.
    await tx.archiveStep.updateMany({
      where: { archiveId, ordinal: stepOrdinal, restoringAt: takenAt, restoredAt: null },
      data: { restoredAt: now },
    })
  })
}

/** No replica has one of its parts any more. The archive is what has the rows. Throws StaleWriterError. */
export async function endRemovalStep(
  db: Database,
  ref: RunRef,
  { archiveId, stepOrdinal }: Pick<RestoreRemovalStep, 'archiveId' | 'stepOrdinal'>,
  now: Date,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { restoreId, steps } = await tx.restoreRemoval.findUniqueOrThrow({
      where: { id: ref.id, run: fencedRun(ref) },
      include: { steps: { where: { stepOrdinal } }, restore: true },
    })
    await tx.restoreRemovalStep.update({
      where: { removalId_stepOrdinal: { removalId: ref.id, stepOrdinal } },
      data: { state: 'removed', removedAt: now, error: null },
    })
    await tx.archiveRestoreStep.update({
      where: { restoreId_stepOrdinal: { restoreId, stepOrdinal } },
      data: { removedAt: now },
    })
    // Not that of a restore since.
    await tx.archiveStep.updateMany({
      where: { archiveId, ordinal: stepOrdinal, restoringAt: steps[0]?.takenAt ?? now, restoredAt: null },
      data: { restoringAt: null },
    })
    await notifyChange(tx, 'archive-restore', restoreId)
  })
}

/** What became of the table. Throws StaleWriterError. */
export async function recordRemovalNote(db: Transaction, ref: RunRef, note: string): Promise<void> {
  const { count } = await db.restoreRemoval.updateMany({
    where: { id: ref.id, run: fencedRun(ref) },
    data: { note },
  })
  refuseStaleWriter(count, nameRun(ref))
}

/** Restored rows of these partitions are being taken away: the files are their only copy. */
export async function isBeingRemoved(
  tx: Transaction,
  { archiveId, stepOrdinal }: { archiveId: string; stepOrdinal: number },
): Promise<boolean> {
  const found = await tx.restoreRemovalStep.count({
    where: {
      ...{ archiveId, stepOrdinal },
      OR: [
        { state: { in: ['detaching', 'dropping'] } },
        { state: 'planned', removal: { run: { status: { in: [...openRunStatuses] } } } },
      ],
    },
  })
  return found > 0
}

export async function endRestoreRemoval(tx: Transaction, { id }: Run): Promise<RunEnd> {
  const open = await tx.restoreRemovalStep.count({ where: { removalId: id, state: { not: 'removed' } } })
  return { isDone: open === 0, fault: null }
}
