import { claimKeyOf, type Prisma, type SecretPlace, type Transaction } from '@frostline/db'
import type { Actor } from '../base/actor.ts'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { orderRun } from '../run/order-run.ts'
import { findRun, type RunOfKind } from '../run/run-of-kind.ts'
import type { RunRefInput } from '../run/run-schema.ts'
import { withRun } from '../run/stored-run.ts'
import { cancelRolloutsOf } from './kinds/roll-out-storage.ts'
import { withinTransaction } from './within-transaction.ts'

export type StoredChangeSet = Prisma.ChangeSetGetPayload<{ include: typeof withRun }>

export const changeSets: RunOfKind<StoredChangeSet> = {
  kind: 'change-set',
  find: (tx, id) => tx.changeSet.findUnique({ where: { id }, include: withRun }),
  nameOf: ({ file }) => file,
  detailsOf: ({ file, commit }) => ({ file, commit }),
}

/** @throws ServiceError `not_found` */
export const findChangeSet = (tx: Transaction, id: string) => findRun(tx, changeSets, id)

/** One change set at a time: the next one is planned on the result. */
export const changeSetClaim = claimKeyOf('change-set', '*')

export function changeSetSecretPlace(id: string): SecretPlace {
  return { purpose: 'secrets of a change set', rowId: id }
}

/** A signed-in person who has not started it. */
export function isSecondPerson({ run, ownerId }: StoredChangeSet, { type, id }: Actor): boolean {
  return type === 'user' && id !== run.requestedById && id !== ownerId
}

/** @throws ServiceError `forbidden` for who has started it, and for tokens. */
export const approveChangeSet = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, changeSets, given, { verb: 'approve', orderFor: () => 'approve' }, async (row, tx) => {
    if (!isSecondPerson(row, ctx.actor))
      throw new ServiceError('forbidden', 'The person who applied the file cannot approve it.', {
        hint: 'Ask another admin to review it in the console. API tokens cannot do this.',
      })
    await tx.changeSet.update({
      where: { id: row.id },
      data: { approvedBy: ctx.actor.name, approvedAt: ctx.now() },
    })
  })

/** What was changed stays. A rollout that it has started stops after the node that is being changed. */
export const cancelChangeSet = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(
    ctx,
    changeSets,
    given,
    {
      verb: 'cancel',
      orderFor: ({ run }) => (run.status === 'waiting' ? 'restore' : 'cancel'),
      first: ({ id }, tx) => cancelRolloutsOf(withinTransaction(ctx, tx), id),
    },
    async ({ id, run }, tx) => {
      if (run.status === 'waiting')
        await tx.changeSet.update({ where: { id }, data: { cancelledBy: ctx.actor.name } })
    },
  )

export const pauseChangeSet = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, changeSets, given, 'pause')

export const resumeChangeSet = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, changeSets, given, 'resume')

/** Goes on with what is left after a failure. */
export const retryChangeSet = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, changeSets, given, 'retry', (row) => {
    if (row.run.status === 'cancelled')
      throw new ServiceError('conflict', 'A cancelled change set is not retried.', {
        hint: 'Apply the file again.',
      })
  })
