import { openRunStatuses } from '@frostline/domain'
import type { Run } from '../generated/client.ts'
import { lockRow } from '../lock-row.ts'
import type { RunEnd } from '../run/change-run.ts'
import { fencedRun, nameRun, type RunRef, readRun } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'
import { isBeingRemoved } from './restore-removal.ts'

/**
 * Whether files of a step may be deleted now.
 * - go: it is marked as expiring.
 * - held, kept: a legal hold was set, or its retention was changed or removed. Nothing more is deleted.
 * - read: a restore reads the files.
 * - needed: restored rows of it are being removed, so the files become their only copy.
 * - stopped: a person has cancelled the run.
 */
export type ExpiryLeave =
  | { kind: 'go' | 'held' | 'kept' | 'stopped' | 'needed' }
  | { kind: 'read'; restoreId: string }

/**
 * Asked before each file is deleted, under the lock that legal holds, retentions and restores of the archive take. Throws
 * StaleWriterError when the run is no longer the current generation.
 */
export async function takeExpiringStep(
  db: Database,
  ref: RunRef,
  stepOrdinal: number,
  now: Date,
): Promise<ExpiryLeave> {
  return db.$transaction(async (tx) => {
    const { archiveId } = await tx.archiveExpiry.findUniqueOrThrow({ where: { id: ref.id } })
    await lockRow(tx, 'run', archiveId)
    if ((await readRun(tx, ref)).status !== 'running') return { kind: 'stopped' }
    const { holdAt, expiresAt } = await tx.archive.findUniqueOrThrow({ where: { id: archiveId } })
    if (holdAt !== null) return { kind: 'held' }
    if (expiresAt === null || expiresAt > now) return { kind: 'kept' }
    const reader = await tx.archiveRestoreStep.findFirst({
      where: { archiveId, stepOrdinal, restore: { run: { status: { in: [...openRunStatuses] } } } },
      select: { restoreId: true },
    })
    if (reader) return { kind: 'read', restoreId: reader.restoreId }
    if (await isBeingRemoved(tx, { archiveId, stepOrdinal })) return { kind: 'needed' }
    await tx.archiveStep.updateMany({
      where: { archiveId, ordinal: stepOrdinal, state: 'dropped' },
      data: { state: 'expiring', changedAt: now },
    })
    return { kind: 'go' }
  })
}

/** It was seen that the bucket does not have the file any more. Throws StaleWriterError. */
export async function recordDeletedFile(
  db: Database,
  ref: RunRef,
  { archiveId, stepOrdinal, ordinal }: { archiveId: string; stepOrdinal: number; ordinal: number },
  now: Date,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await refuseOtherGeneration(tx, ref)
    await tx.archiveFile.update({
      where: { archiveId_stepOrdinal_ordinal: { archiveId, stepOrdinal, ordinal } },
      data: { deletedAt: now },
    })
  })
}

/** expired: all of it is gone. dropped: nothing of it was deleted, so queries and restores can read it again. */
export async function settleExpiringStep(
  db: Database,
  ref: RunRef,
  { archiveId, stepOrdinal }: { archiveId: string; stepOrdinal: number },
  state: 'expired' | 'dropped',
  now: Date,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockRow(tx, 'run', archiveId)
    await refuseOtherGeneration(tx, ref)
    await tx.archiveStep.updateMany({
      where: { archiveId, ordinal: stepOrdinal, state: 'expiring' },
      data: { state, changedAt: now },
    })
    if (state === 'dropped') return
    await tx.archiveExpiryStep.update({
      where: { expiryId_stepOrdinal: { expiryId: ref.id, stepOrdinal } },
      data: { deletedAt: now },
    })
    await tx.archiveFault.deleteMany({ where: { archiveId, stepOrdinal } })
  })
}

async function refuseOtherGeneration(tx: Transaction, ref: RunRef): Promise<void> {
  refuseStaleWriter(await tx.run.count({ where: fencedRun(ref) }), nameRun(ref))
}

/** Done when all files of its steps are gone. A legal hold or another retention ends it early. */
export async function endArchiveExpiry(tx: Transaction, { id }: Run, now: Date): Promise<RunEnd> {
  const open = await tx.archiveExpiryStep.count({ where: { expiryId: id, deletedAt: null } })
  if (open === 0) return { isDone: true, fault: null }
  const { archive } = await tx.archiveExpiry.findUniqueOrThrow({ where: { id }, include: { archive: true } })
  const isKept = archive.holdAt !== null || archive.expiresAt === null || archive.expiresAt > now
  return { isDone: false, fault: null, isRestCancelled: isKept }
}
