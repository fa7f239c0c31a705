import { claimKeyOf, lockRow, type Prisma, type Transaction } from '@frostline/db'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { orderRun, refuseState } from '../../../platform/run/order-run.ts'
import { findRun, type RunOfKind } from '../../../platform/run/run-of-kind.ts'
import type { RunRefInput } from '../../../platform/run/run-schema.ts'
import { withRun } from '../../../platform/run/stored-run.ts'

export type StoredExpiry = Prisma.ArchiveExpiryGetPayload<{ include: typeof withRun }>

export const expiries: RunOfKind<StoredExpiry> = {
  kind: 'archive-expiry',
  find: (tx, id) => tx.archiveExpiry.findUnique({ where: { id }, include: withRun }),
  nameOf: ({ database, table }) => `${database}.${table}`,
  detailsOf: ({ archiveId }) => ({ archiveId }),
}

/** @throws ServiceError `not_found` */
export const findExpiry = (tx: Transaction, id: string) => findRun(tx, expiries, id)

/** The files of an archive are deleted by one run at a time. */
export const claimOfExpiry = (clusterId: string, archiveId: string) =>
  claimKeyOf('archive-expiry', clusterId, archiveId)

/** What is left of the files is kept forever, until somebody sets another retention. */
export const cancelArchiveExpiry = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(
    ctx,
    expiries,
    given,
    // Its worker locks the archive first too.
    {
      verb: 'cancel',
      orderFor: () => 'cancel',
      first: ({ archiveId }, tx) => lockRow(tx, 'run', archiveId),
    },
    ({ archiveId }, tx) =>
      tx.archive.update({
        where: { id: archiveId },
        data: { keepCount: null, keepUnit: null, keepSetBy: null, keepSetAt: null, expiresAt: null },
      }),
  )

/** @throws ServiceError `conflict` where its retention does not ask for it any more. */
export const retryArchiveExpiry = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, expiries, given, 'retry', async (expiry, tx) => {
    const { expiresAt, holdAt } = await tx.archive.findUniqueOrThrow({ where: { id: expiry.archiveId } })
    const hint =
      holdAt !== null
        ? 'The archive has a legal hold.'
        : expiresAt === null || expiresAt > ctx.now()
          ? 'The retention of the archive was changed, so its files are kept.'
          : null
    if (hint !== null)
      refuseState(expiries, {
        ...{ name: expiries.nameOf(expiry), status: expiry.run.status, participle: 'retried', hint },
      })
  })
