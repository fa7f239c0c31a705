import { type ArchiveExpiry, type ArchiveExpiryStep, endArchiveExpiry } from '@frostline/db'
import { alignBucketHolds, openSource, ServiceError, startDueExpiries } from '@frostline/services'
import { pause } from '../pause.ts'
import { retryStoreRequest } from '../retry-store-request.ts'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { workerContext } from '../worker/worker-context.ts'
import { expireStep } from './expire-step.ts'
import { ExpiryFault, ExpiryTask } from './expiry-task.ts'

const lookEveryMs = 30_000

/**
 * Deletes the files of an archive whose retention has ended. Per partition: marked as expiring, taken out of the view over table
 * and archive, each file deleted and seen to be gone, then the manifest. The ledger has the progress of each file.
 */
export const expiryWork = (open = openSource): WorkOfKind => ({
  kind: 'archive-expiry',
  maxAtOnce: 2,
  releaseDue: (deps) => startDueExpiries(workerContext(deps)),
  tend: (deps) => alignBucketHolds(workerContext(deps)),
  drive: (begun) => carryOutExpiry(begun, open),
  judge: endArchiveExpiry,
  async describe(tx, id) {
    const expiry = await tx.archiveExpiry.findUniqueOrThrow({
      where: { id },
      include: { archive: true, steps: { include: { step: true } } },
    })
    const { database, table, archiveId, archive, steps } = expiry
    const deleted = steps.filter(({ deletedAt }) => deletedAt !== null)
    return {
      objectName: `${database}.${table}`,
      didSome: deleted.length > 0,
      details: {
        ...{ archive: archiveId, partitions: steps.length, deleted: deleted.length },
        rows: String(deleted.reduce((sum, { step }) => sum + (step.rows ?? 0n), 0n)),
        ...(archive.holdReason === null ? {} : { legalHold: archive.holdReason }),
      },
    }
  },
})

async function carryOutExpiry(begun: BegunRun, open: typeof openSource): Promise<void> {
  const expiry = await begun.deps.db.archiveExpiry.findUniqueOrThrow({
    where: { id: begun.ref.id },
    include: { archive: true, steps: { where: { deletedAt: null }, orderBy: { stepOrdinal: 'asc' } } },
  })
  const { archive } = expiry
  try {
    if (archive.sourceId === null) throw new ExpiryFault(`The source ${archive.sourceName} was removed.`)
    const source = await open(workerContext(begun.deps), archive.sourceId)
    try {
      await expireSteps(new ExpiryTask(begun, archive, source), expiry)
    } finally {
      source.close()
    }
  } catch (error) {
    if (!(error instanceof ExpiryFault) && !(error instanceof ServiceError)) throw error
    await new ExpiryTask(begun, archive, null).fail(error.message)
  }
}

async function expireSteps(
  task: ExpiryTask,
  { archive, steps }: ArchiveExpiry & { archive: ExpiryTask['archive']; steps: ArchiveExpiryStep[] },
): Promise<void> {
  if (!(await waitForStoreClock(task, archive))) return
  for (const { stepOrdinal } of steps) if ((await expireStep(task, stepOrdinal)) === 'ends') return
}

/** A worker whose clock is ahead deletes nothing early. False: a person has stopped it. */
async function waitForStoreClock(
  task: ExpiryTask,
  { bucket, expiresAt }: ExpiryTask['archive'],
): Promise<boolean> {
  for (;;) {
    const clock = await retryStoreRequest(task, bucket, () => task.store.readClock(bucket))
    if (clock === null) return false
    if (clock.kind !== 'ok') throw new ExpiryFault(`The clock of the store cannot be read: ${clock.message}`)
    if (expiresAt === null || clock.now >= expiresAt) {
      await task.wait('clock', null)
      return true
    }
    await task.wait(
      'clock',
      `By the clock of the store the retention ends at ${expiresAt.toISOString()}. The clock of the worker is ahead.`,
    )
    await pause(lookEveryMs, () => task.stopped())
  }
}
