import { claimKeyOf, type Prisma, type Transaction } from '@frostline/db'
import { expiredStates, isOpenRun } from '@frostline/domain'
import { loads, type StoredLoad } from '../../loads/load-job/load-run.ts'
import { retryLoad } from '../../loads/load-job/retry.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { giveOrder, orderRun, refuseState } from '../../platform/run/order-run.ts'
import { findRun, type RunOfKind } from '../../platform/run/run-of-kind.ts'
import type { RunRefInput } from '../../platform/run/run-schema.ts'
import { withRun } from '../../platform/run/stored-run.ts'
import { migrations, type StoredMigration } from '../tier-migration/migration-run.ts'

export type StoredRestore = Prisma.ArchiveRestoreGetPayload<{ include: typeof withRun }>

export const restores: RunOfKind<StoredRestore> = {
  kind: 'archive-restore',
  find: (tx, id) => tx.archiveRestore.findUnique({ where: { id }, include: withRun }),
  nameOf: ({ database, table }) => `${database}.${table}`,
  detailsOf: ({ archiveId, mode }) => ({ archiveId, mode }),
}

/** @throws ServiceError `not_found` */
export const findRestore = (tx: Transaction, id: string) => findRun(tx, restores, id)

/** A table gets one restore at a time. */
export const claimOfRestore = (clusterId: string, database: string, table: string) =>
  claimKeyOf('archive-restore', clusterId, database, table)

/** Cancels its loads and its move too. What has arrived in the table stays. */
export const cancelArchiveRestore = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, restores, given, 'cancel', async (restore, tx) => {
    for (const { load, hasBegun } of await listLoads(tx, restore.id)) {
      const { status } = load.run
      const mayCancel =
        status === 'running' ||
        status === 'pausing' ||
        ((status === 'queued' || status === 'paused') && !hasBegun)
      if (mayCancel) await giveOrder<StoredLoad>(tx, ctx, loads, load, 'cancel')
    }
    const move = restore.moveId === null ? null : await migrations.find(tx, restore.moveId)
    if (move?.run && isOpenRun(move.run.status))
      await giveOrder<StoredMigration>(tx, ctx, migrations, { ...move, run: move.run }, 'cancel')
  })

/** Retries its loads that failed, and compares again. */
export async function retryArchiveRestore(ctx: ServiceContext, given: RunRefInput) {
  const own = await findRestore(ctx.db, given.id)
  await refuseExpiredFiles(ctx.db, own)
  if (own.run.status === 'failed' || own.run.status === 'cancelled')
    for (const { load } of await listLoads(ctx.db, own.id))
      if (load.run.status === 'failed' || load.run.status === 'cancelled')
        await retryLoad(ctx, { id: load.id })
  return orderRun(ctx, restores, given, 'retry', async ({ id }, tx) => {
    await tx.archiveRestoreStep.updateMany({
      where: { restoreId: id, provedAt: null },
      data: { error: null },
    })
    // One that has ended without all of them is planned again.
    await tx.archiveRestore.updateMany({
      where: { id, movedAt: null, move: { run: { status: { in: ['failed', 'cancelled'] } } } },
      data: { moveId: null },
    })
  })
}

/** @throws ServiceError `conflict` */
async function refuseExpiredFiles(tx: Transaction, { id, run }: StoredRestore): Promise<void> {
  const left = await tx.archiveRestoreStep.findFirst({
    where: { restoreId: id, provedAt: null, step: { state: { in: [...expiredStates] } } },
    include: { step: true },
  })
  if (left)
    refuseState(restores, {
      ...{ name: `partition ${left.step.partition}`, status: run.status, participle: 'retried' },
      hint: 'The files of this partition were deleted when the retention of the archive ended.',
    })
}

async function listLoads(tx: Transaction, restoreId: string) {
  const steps = await tx.archiveRestoreStep.findMany({
    where: { restoreId },
    select: { loadId: true },
    distinct: ['loadId'],
  })
  const ids = steps.flatMap(({ loadId }) => loadId ?? [])
  const found = await tx.loadJob.findMany({ where: { id: { in: ids } }, include: withRun })
  const begun = await tx.loadBatch.findMany({
    where: { jobId: { in: ids }, status: { in: ['loading', 'publishing'] } },
    select: { jobId: true },
    distinct: ['jobId'],
  })
  const busy = new Set(begun.map(({ jobId }) => jobId))
  return found.map((load) => ({ load, hasBegun: busy.has(load.id) }))
}
