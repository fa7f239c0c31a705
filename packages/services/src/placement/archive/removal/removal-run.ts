import type { Prisma, Transaction } from '@frostline/db'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { orderRun, refuseState } from '../../../platform/run/order-run.ts'
import { findRun, type RunOfKind } from '../../../platform/run/run-of-kind.ts'
import type { RunRefInput } from '../../../platform/run/run-schema.ts'
import { withRun } from '../../../platform/run/stored-run.ts'

const withRestore = { ...withRun, restore: { select: { archiveId: true, mode: true } } } as const
export type StoredRemoval = Prisma.RestoreRemovalGetPayload<{ include: typeof withRestore }>
export { withRestore as withRemovedRestore }

export const removals: RunOfKind<StoredRemoval> = {
  kind: 'restore-removal',
  find: (tx, id) => tx.restoreRemoval.findUnique({ where: { id }, include: withRestore }),
  nameOf: ({ database, table }) => `${database}.${table}`,
  detailsOf: ({ restoreId }) => ({ restore: restoreId }),
}

/** @throws ServiceError `not_found` */
export const findRemoval = (tx: Transaction, id: string) => findRun(tx, removals, id)

/** What is left of the restored rows stays, until somebody sets another time. */
export const cancelRestoreRemoval = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, removals, given, 'cancel', ({ restoreId }, tx) =>
    tx.archiveRestore.update({
      where: { id: restoreId },
      data: { keepDays: null, keepSetBy: null, keepSetAt: null, removeAt: null },
    }),
  )

/** @throws ServiceError `conflict` where the restored rows are to stay, and none of them was taken away yet. */
export const retryRestoreRemoval = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, removals, given, 'retry', async (removal, tx) => {
    const { removeAt } = await tx.archiveRestore.findUniqueOrThrow({ where: { id: removal.restoreId } })
    const begun = await tx.restoreRemovalStep.count({
      where: { removalId: removal.id, state: { in: ['detaching', 'dropping'] } },
    })
    if (begun === 0 && (removeAt === null || removeAt > ctx.now()))
      refuseState(removals, {
        ...{ name: removals.nameOf(removal), status: removal.run.status, participle: 'retried' },
        hint: 'The restored rows are kept. Set another time on the page of the restore.',
      })
  })
