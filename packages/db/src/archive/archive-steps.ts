import type { ArchiveFile, ArchiveStep } from '../generated/client.ts'
import { Prisma } from '../generated/client.ts'
import type { ArchiveStepState } from '../generated/enums.ts'
import { fencedRun, nameRun, type RunRef, readRun } from '../run/fence-run.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

export type StepOfArchive = ArchiveStep & { files: ArchiveFile[] }

/** In order, with their files. */
export async function listArchiveSteps(
  db: Transaction,
  archiveId: string,
  states: readonly ArchiveStepState[],
): Promise<StepOfArchive[]> {
  return db.archiveStep.findMany({
    where: { archiveId, state: { in: [...states] } },
    include: { files: { orderBy: { ordinal: 'asc' } } },
    orderBy: { ordinal: 'asc' },
  })
}

export async function readArchiveStep(
  db: Transaction,
  archiveId: string,
  ordinal: number,
): Promise<StepOfArchive> {
  return db.archiveStep.findUniqueOrThrow({
    where: { archiveId_ordinal: { archiveId, ordinal } },
    include: { files: { orderBy: { ordinal: 'asc' } } },
  })
}

type StepChange = Omit<Prisma.ArchiveStepUncheckedUpdateManyInput, 'archiveId' | 'ordinal'>

/** Throws StaleWriterError when the run is no longer the current generation. */
export async function recordArchiveStep(
  db: Transaction,
  ref: RunRef,
  ordinal: number,
  change: StepChange,
): Promise<void> {
  const { count } = await db.archiveStep.updateMany({
    where: { archiveId: ref.id, ordinal, archive: { run: fencedRun(ref) } },
    data: change,
  })
  refuseStaleWriter(count, nameRun(ref))
}

/**
 * Written before anything is sent that takes parts away. False: a person has stopped it. Throws StaleWriterError, also
 * when the step is in another state.
 */
export async function markArchiveStep(
  db: Transaction,
  ref: RunRef,
  ordinal: number,
  from: readonly ArchiveStepState[],
  to: ArchiveStepState,
  now: Date,
): Promise<boolean> {
  const { count } = await db.archiveStep.updateMany({
    where: {
      ...{ archiveId: ref.id, ordinal, state: { in: [...from] } },
      archive: { run: { ...fencedRun(ref), status: 'running' } },
    },
    data: { state: to, changedAt: now },
  })
  if (count === 1) return true
  if ((await readRun(db, ref)).status === 'running')
    throw new StaleWriterError(`Step ${ordinal} of ${nameRun(ref)}`)
  return false
}

export interface FrozenStep {
  nodeName: string
  attempt: number
  parts: Prisma.InputJsonValue
  rows: bigint
  bytes: bigint
  oldestAt: Date | null
  newestAt: Date | null
  files: readonly { selection: Prisma.InputJsonValue; rows: bigint }[]
}

/** Stores the parts of a step and the files that they become. Files of an earlier attempt are forgotten. */
export async function freezeArchiveStep(
  db: Database,
  ref: RunRef,
  ordinal: number,
  { files, ...frozen }: FrozenStep,
  now: Date,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await recordArchiveStep(tx, ref, ordinal, {
      ...frozen,
      ...{ state: 'exporting', error: null, lateRows: null, checks: Prisma.DbNull, provedAt: null },
      ...{ manifestKey: null, manifestSha256: null, manifestEtag: null, changedAt: now },
    })
    await tx.archiveFile.deleteMany({ where: { archiveId: ref.id, stepOrdinal: ordinal } })
    await tx.archiveFile.createMany({
      data: files.map((file, index) => ({
        ...file,
        archiveId: ref.id,
        stepOrdinal: ordinal,
        ordinal: index,
      })),
    })
  })
}

/** The parts of a step are not those any more that were frozen: it starts over, and nothing of it counts as proved. */
export async function thawArchiveStep(
  db: Database,
  ref: RunRef,
  ordinal: number,
  reason: string,
  now: Date,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await recordArchiveStep(tx, ref, ordinal, {
      ...{ state: 'planned', parts: Prisma.DbNull, checks: Prisma.DbNull, rows: null, bytes: null },
      ...{ provedAt: null, manifestKey: null, manifestSha256: null, manifestEtag: null },
      ...{ error: reason, changedAt: now },
    })
    await tx.archive.update({ where: { id: ref.id }, data: { stage: 'exporting' } })
  })
}

type FileChange = Omit<Prisma.ArchiveFileUncheckedUpdateManyInput, 'archiveId' | 'stepOrdinal' | 'ordinal'>

/** Throws StaleWriterError when the run is no longer the current generation. */
export async function recordArchiveFile(
  db: Transaction,
  ref: RunRef,
  { stepOrdinal, ordinal }: Pick<ArchiveFile, 'stepOrdinal' | 'ordinal'>,
  change: FileChange,
): Promise<void> {
  const { count } = await db.archiveFile.updateMany({
    where: { archiveId: ref.id, stepOrdinal, ordinal, step: { archive: { run: fencedRun(ref) } } },
    data: change,
  })
  refuseStaleWriter(count, nameRun(ref))
}
